package io.twohop.junit;

import io.twohop.config.ConfigException;
import io.twohop.event.Microservice;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the {@link LatencyService} of a test's instance, in its class and superclasses. */
final class ServiceFinder {
    private ServiceFinder() {}

    static Optional<Supplier<Microservice<?, ?>>> of(Object test) {
        List<Supplier<Microservice<?, ?>>> found = new ArrayList<>();
        for (Class<?> type = test.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.isAnnotationPresent(LatencyService.class)) {
                    field.setAccessible(true);
                    found.add(() -> service(field, () -> field.get(test)));
                }
            }
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(LatencyService.class)) {
                    method.setAccessible(true);
                    found.add(() -> service(method, () -> method.invoke(test)));
                }
            }
        }
        if (found.size() > 1) {
            throw ConfigException.invalid("@LatencyService", found.size() + " of them", "one in a class");
        }
        return found.stream().findFirst();
    }

    private interface Source {
        Object get() throws IllegalAccessException, InvocationTargetException;
    }

    private static Microservice<?, ?> service(AnnotatedElement element, Source source) {
        try {
            if (source.get() instanceof Microservice<?, ?> service) {
                return service;
            }
        } catch (IllegalAccessException | InvocationTargetException | IllegalArgumentException e) {
            throw ConfigException.invalid(
                    "@LatencyService", element, "to give a service; " + (e.getCause() == null ? e : e.getCause()));
        }
        throw ConfigException.invalid("@LatencyService", element, "a Microservice; this gave none");
    }
}
