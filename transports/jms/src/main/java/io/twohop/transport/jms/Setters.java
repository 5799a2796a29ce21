package io.twohop.transport.jms;

import io.twohop.config.ConfigException;
import io.twohop.transport.TransportException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Calls the setters of a connection factory with values of a transport file. */
final class Setters {
    private static final String SET = "set";

    private Setters() {}

    /**
     * @param values by the names of the setters without {@code set}, beginning with a small letter
     * @throws ConfigException for a name without a setter, with those that exist, and for a value that the setter does not take
     */
    static void apply(Object object, Map<String, String> values) {
        values.forEach((name, value) -> {
            List<Method> named = setters(object)
                    .filter(method -> name.equals(nameOf(method)))
                    .toList();
            if (named.isEmpty()) {
                throw ConfigException.invalid(
                                "setters." + name,
                                name,
                                "a setter of " + object.getClass().getName() + ": " + String.join(", ", names(object)))
                        .didYouMean(names(object));
            }
            call(object, named, name, value);
        });
    }

    private static void call(Object object, List<Method> named, String name, String value) {
        for (Method method : named) {
            Optional<Object> argument = argument(method.getParameterTypes()[0], value.strip());
            if (argument.isPresent()) {
                try {
                    method.invoke(object, argument.get());
                    return;
                } catch (InvocationTargetException e) {
                    if (e.getCause() instanceof LinkageError missing) {
                        throw new TransportException(
                                object.getClass().getName() + " needs " + missing.getMessage()
                                        + "; put all jars of the client into clientJars",
                                missing);
                    }
                    // The value may be a secret, and so may the provider's words about it.
                    throw ConfigException.invalid(
                            "setters." + name,
                            "a value",
                            "one that the provider takes; it threw "
                                    + e.getCause().getClass().getName());
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        throw ConfigException.invalid(
                "setters." + name,
                "a value",
                "a value of type "
                        + String.join(
                                " or ",
                                named.stream()
                                        .map(method -> method.getParameterTypes()[0].getSimpleName())
                                        .toList()));
    }

    /** Returns the names of an object's setters that take a number, a boolean or a string. */
    static TreeSet<String> names(Object object) {
        TreeSet<String> names = new TreeSet<>();
        setters(object).forEach(method -> names.add(nameOf(method)));
        return names;
    }

    private static Stream<Method> setters(Object object) {
        return Arrays.stream(object.getClass().getMethods())
                .filter(method -> method.getName().startsWith(SET)
                        && method.getName().length() > SET.length()
                        && method.getParameterCount() == 1
                        && isSimple(method.getParameterTypes()[0]));
    }

    private static String nameOf(Method method) {
        String name = method.getName().substring(SET.length());
        // An abbreviation keeps its capitals, as in setURL.
        boolean isAbbreviation =
                name.length() > 1 && Character.isUpperCase(name.charAt(0)) && Character.isUpperCase(name.charAt(1));
        return isAbbreviation ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private static boolean isSimple(Class<?> type) {
        return type == String.class
                || type == int.class
                || type == Integer.class
                || type == long.class
                || type == Long.class
                || type == boolean.class
                || type == Boolean.class
                || type == double.class
                || type == Double.class;
    }

    private static Optional<Object> argument(Class<?> type, String value) {
        try {
            if (type == String.class) {
                return Optional.of(value);
            } else if (type == boolean.class || type == Boolean.class) {
                return value.matches("true|false") ? Optional.of(Boolean.valueOf(value)) : Optional.empty();
            } else if (type == int.class || type == Integer.class) {
                return Optional.of(Integer.valueOf(value));
            } else if (type == long.class || type == Long.class) {
                return Optional.of(Long.valueOf(value));
            } else {
                return Optional.of(Double.valueOf(value));
            }
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
