package io.twohop.junit;

import io.twohop.TransportServer;
import io.twohop.config.ConfigException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.TestInstances;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A field with {@link BenchTransport}, and the instance that it is of.
 *
 * @param owner null for a static field, and where no instance is there yet
 */
record ServerField(Field field, Object owner) {
    ServerField {
        if (field.getType() != TransportServer.class || Modifier.isFinal(field.getModifiers())) {
            throw ConfigException.invalid(
                    "@BenchTransport", field, "a field of type TransportServer that is not final");
        }
        field.setAccessible(true);
    }

    /** The static ones of a class and of those it extends. */
    static List<ServerField> ofClass(Class<?> type) {
        return of(type, null, field -> Modifier.isStatic(field.getModifiers()));
    }

    /** Those of a test's instances, the innermost last. */
    static List<ServerField> ofInstances(TestInstances tests) {
        List<ServerField> fields = new ArrayList<>();
        for (Object test : tests.getAllInstances()) {
            fields.addAll(of(test.getClass(), test, field -> !Modifier.isStatic(field.getModifiers())));
        }
        return fields;
    }

    /** Whichever a class's tests may use, those of the classes around it among them; only for their names. */
    static List<ServerField> around(Class<?> type) {
        List<ServerField> fields = new ArrayList<>();
        for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
            fields.addAll(of(outer, null, field -> true));
        }
        return fields;
    }

    /** The server that a test's run of a transport file uses; null where it starts its own. */
    static TransportServer server(String file, TestInstances tests) {
        List<ServerField> fields = new ArrayList<>(ofInstances(tests));
        for (Class<?> outer = tests.getInnermostInstance().getClass();
                outer != null;
                outer = outer.getEnclosingClass()) {
            fields.addAll(ofClass(outer));
        }
        fields.removeIf(field -> !field.file().equals(file));
        if (fields.size() > 1) {
            throw ConfigException.invalid("@BenchTransport", file, "one field of that file, not " + fields.size());
        }
        return fields.isEmpty() ? null : fields.get(0).get();
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
