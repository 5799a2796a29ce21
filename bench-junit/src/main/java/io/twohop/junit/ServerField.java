package io.twohop.junit;

import io.twohop.TransportServer;
import io.twohop.config.ConfigException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.TestInstances;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A field with {@link BenchTransport}, and its object.
 *
 * @param owner null for a static field, and before there is an instance
 */
record ServerField(Field field, Object owner) {
    ServerField {
        if (field.getType() != TransportServer.class || Modifier.isFinal(field.getModifiers())) {
            throw ConfigException.invalid(
                    "@BenchTransport", field, "a field of type TransportServer that is not final");
        }
        field.setAccessible(true);
    }

    /** Returns the static fields of a class and its superclasses. */
    static List<ServerField> ofClass(Class<?> type) {
        return of(type, null, field -> Modifier.isStatic(field.getModifiers()));
    }

    /** Returns the instance fields of a test's nested instances, innermost last. */
    static List<ServerField> ofInstances(TestInstances tests) {
        List<ServerField> fields = new ArrayList<>();
        for (Object test : tests.getAllInstances()) {
            fields.addAll(of(test.getClass(), test, field -> !Modifier.isStatic(field.getModifiers())));
        }
        return fields;
    }

    /** Returns all fields that a class's tests may use, including those of enclosing classes; without values. */
    static List<ServerField> around(Class<?> type) {
        List<ServerField> fields = new ArrayList<>();
        withEnclosing(type).forEach(each -> fields.addAll(of(each, null, field -> true)));
        return fields;
    }

    private static List<Class<?>> withEnclosing(Class<?> type) {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
            all.add(outer);
        }
        return all;
    }

    /** Returns the shared server of a transport file; empty if a run starts its own. */
    static Optional<TransportServer> server(String file, TestInstances tests) {
        List<ServerField> fields = new ArrayList<>(ofInstances(tests));
        withEnclosing(tests.getInnermostInstance().getClass()).forEach(each -> fields.addAll(ofClass(each)));
        fields.removeIf(field -> !field.file().equals(file));
        if (fields.size() > 1) {
            throw ConfigException.invalid("@BenchTransport", file, "one field of that file, not " + fields.size());
        }
        return fields.stream().findFirst().map(ServerField::get);
    }

    private static List<ServerField> of(Class<?> type, Object owner, Predicate<Field> which) {
        return AnnotationSupport.findAnnotatedFields(type, BenchTransport.class, which).stream()
                .map(field -> new ServerField(field, owner))
                .toList();
    }

    BenchTransport annotation() {
        return field.getAnnotation(BenchTransport.class);
    }

    String file() {
        return annotation().value();
    }

    String name() {
        return field.getName();
    }

    TransportServer get() {
        try {
            return (TransportServer) field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    void set(TransportServer server) {
        try {
            field.set(owner, server);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
