package io.twohop.codec.json;

import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Optional;

/** Ways to a primitive member of an event that make no object of its value, which reflection does. */
final class Unboxed {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private Unboxed() {}

    /** A handle {@code (Object) -> type}, or nothing where the member is of another kind or closed to us. */
    static Optional<MethodHandle> getter(AnnotatedMember annotated, Class<?> type) {
        return handle(annotated, MethodType.methodType(type, Object.class), true);
    }

    /** A handle {@code (Object, type) -> void}, or nothing. */
    static Optional<MethodHandle> setter(AnnotatedMember annotated, Class<?> type) {
        return handle(annotated, MethodType.methodType(void.class, Object.class, type), false);
    }

    private static Optional<MethodHandle> handle(AnnotatedMember annotated, MethodType type, boolean reads) {
        Member member = annotated.getMember();
        try {
            if (member instanceof Field field) {
                MethodHandle found = reads ? LOOKUP.unreflectGetter(field) : LOOKUP.unreflectSetter(field);
                return Optional.of(found.asType(type));
            }
            return member instanceof Method method
                    ? Optional.of(LOOKUP.unreflect(method).asType(type))
                    : Optional.empty();
        } catch (IllegalAccessException e) {
            return Optional.empty(); // Jackson has its own ways, or says so better.
        }
    }

    /** Throws what a handle threw, which declares everything. */
    static RuntimeException thrown(Throwable problem) throws java.io.IOException {
        if (problem instanceof java.io.IOException io) {
            throw io;
        }
        if (problem instanceof Error error) {
            throw error;
        }
        throw problem instanceof RuntimeException runtime ? runtime : new IllegalStateException(problem);
    }
}
