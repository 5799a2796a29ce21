package io.twohop.workload;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;

/** Generic types of keys, which a class alone cannot name. */
final class KeyTypes {
    private static final TypeFactory TYPES = TypeFactory.defaultInstance();

    private KeyTypes() {}

    static Type list(Class<?> item) {
        return listOf(item);
    }

    static Type texts() {
        return TYPES.constructMapType(Map.class, String.class, String.class);
    }

    static Type lists(Class<?> item) {
        return TYPES.constructMapType(Map.class, TYPES.constructType(String.class), listOf(item));
    }

    private static JavaType listOf(Class<?> item) {
        return TYPES.constructCollectionType(List.class, item);
    }
}
