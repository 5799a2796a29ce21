package io.twohop.engine.trial;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares two objects by value: records by their components, arrays and collections by their elements, other classes by their
 * {@code equals}, or field by field without one. Transient and static fields do not count. Numbers compare bit by bit.
 */
final class Values {
    private static final int MOST_SHOWN = 60;
    private static final String EVENT = "the event";

    /** Pairs in progress: an object may contain itself. */
    private final Set<Pair> open = new HashSet<>();

    private record Pair(int sent, int received) {}

    private Values() {}

    /**
     * Finds the first difference.
     *
     * @param sent may be null
     * @param received may be null
     * @return such as {@code price: 0.0 for 12.5}; empty for equal values, or if reflection cannot look into either class
     */
    static Optional<String> difference(Object sent, Object received) {
        return new Values().compare("", sent, received);
    }

    private Optional<String> compare(String path, Object sent, Object received) {
        if (sent == received) {
            return Optional.empty();
        }
        if (sent == null || received == null) {
            return differs(path, sent, received);
        }
        Pair pair = new Pair(System.identityHashCode(sent), System.identityHashCode(received));
        if (!open.add(pair)) {
            return Optional.empty();
        }
        Optional<String> difference = compareContents(path, sent, received);
        open.remove(pair);
        return difference;
    }

    private Optional<String> compareContents(String path, Object sent, Object received) {
        if (sent.getClass().isArray() && received.getClass().isArray()) {
            return compare(path, elements(sent), elements(received));
        }
        if (sent instanceof List<?> left && received instanceof List<?> right) {
            return compareLists(path, left, right);
        }
        if (sent instanceof Map<?, ?> left && received instanceof Map<?, ?> right) {
            return compareMaps(path, left, right);
        }
        if (sent instanceof Optional<?> left && received instanceof Optional<?> right) {
            return compare(path, left.orElse(null), right.orElse(null));
        }
        if (sent instanceof CharSequence && received instanceof CharSequence) {
            return sent.toString().contentEquals((CharSequence) received)
                    ? Optional.empty()
                    : differs(path, sent, received);
        }
        if (!sent.getClass().isRecord() && hasEquals(sent.getClass())) {
            return sent.equals(received) ? Optional.empty() : differs(path, sent, received);
        }
        return compareFields(path, sent, received);
    }

    private static List<Object> elements(Object array) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            elements.add(Array.get(array, i));
        }
        return elements;
    }

    private Optional<String> compareLists(String path, List<?> sent, List<?> received) {
        if (sent.size() != received.size()) {
            return Optional.of(name(path) + ": " + received.size() + " elements for " + sent.size());
        }
        Iterator<?> others = received.iterator();
        int index = 0;
        for (Object element : sent) {
            Optional<String> difference = compare(path + "[" + index++ + "]", element, others.next());
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private Optional<String> compareMaps(String path, Map<?, ?> sent, Map<?, ?> received) {
        if (!sent.keySet().equals(received.keySet())) {
            return differs(path, sent.keySet(), received.keySet());
        }
        for (Map.Entry<?, ?> entry : sent.entrySet()) {
            Optional<String> difference =
                    compare(path + "[" + entry.getKey() + "]", entry.getValue(), received.get(entry.getKey()));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private static boolean hasEquals(Class<?> type) {
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private Optional<String> compareFields(String path, Object sent, Object received) {
        for (Class<?> type = sent.getClass(); type != Object.class; type = type.getSuperclass()) {
            if (!type.isInstance(received)) {
                continue;
            }
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())
                        || Modifier.isTransient(field.getModifiers())
                        || field.isSynthetic()
                        || !field.trySetAccessible()) {
                    continue;
                }
                String inside = path.isEmpty() ? field.getName() : path + "." + field.getName();
                Optional<String> difference = compare(inside, get(field, sent), get(field, received));
                if (difference.isPresent()) {
                    return difference;
                }
            }
        }
        return Optional.empty();
    }

    private static Object get(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " is accessible", e);
        }
    }

    private static Optional<String> differs(String path, Object sent, Object received) {
        return Optional.of(name(path) + ": " + shown(received) + " for " + shown(sent));
    }

    private static String name(String path) {
        return path.isEmpty() ? EVENT : path;
    }

    private static String shown(Object value) {
        String text = String.valueOf(value);
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
    }
}
