package io.twohop.codec.json;

import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Ways to a primitive member of an event that make no object of its value, which reflection does. */
final class Unboxed {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    /** Handles by class, shared by its codecs: the JIT compiles each handle separately, after some use. */
    private static final ClassValue<Map<Way, MethodHandle>> HANDLES = new ClassValue<>() {
        @Override
        protected Map<Way, MethodHandle> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private record Way(Member member, MethodType type, boolean reads) {}

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
        return Optional.ofNullable(HANDLES.get(annotated.getDeclaringClass())
                .computeIfAbsent(
                        new Way(annotated.getMember(), type, reads), way -> handle(way.member, way.type, way.reads)));
    }

    private static MethodHandle handle(Member member, MethodType type, boolean reads) {
        try {
            if (member instanceof Field field) {
                MethodHandle found = reads ? LOOKUP.unreflectGetter(field) : LOOKUP.unreflectSetter(field);
                return found.asType(type);
            }
            return member instanceof Method method ? LOOKUP.unreflect(method).asType(type) : null;
        } catch (IllegalAccessException e) {
            return null; // Jackson has its own ways, or says so better.
        }
    }

    /** Throws what a handle threw, which declares everything. */
    static RuntimeException thrown(Throwable problem) throws IOException {
        if (problem instanceof IOException io) {
            throw io;
        }
        if (problem instanceof Error error) {
            throw error;
        }
        throw problem instanceof RuntimeException runtime ? runtime : new IllegalStateException(problem);
    }
}
