package io.twohop.explain;

import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedStackTrace;

/** Names of types and sites of allocations. */
final class AllocatedNames {
    private static final Map<String, String> PRIMITIVES = Map.of(
            "B", "byte", "C", "char", "D", "double", "F", "float", "I", "int", "J", "long", "S", "short", "Z",
            "boolean");

    private AllocatedNames() {}

    /** Returns a type's name as in a source file: the JVM calls an array of bytes [B. */
    static String type(String jvmName) {
        if (!jvmName.startsWith("[")) {
            return jvmName;
        }
        String element = jvmName.substring(1);
        String named = element.startsWith("L")
                ? element.substring(1, element.length() - 1)
                : PRIMITIVES.getOrDefault(element, type(element));
        return named + "[]";
    }

    /** Returns the topmost frame: the method that allocated. */
    static String site(RecordedStackTrace trace) {
        return Stream.ofNullable(trace)
                .flatMap(known -> known.getFrames().stream())
                .findFirst()
                .map(frame -> frame.getMethod().getType().getName() + "."
                        + frame.getMethod().getName() + ":" + frame.getLineNumber())
                .orElse("unknown");
    }
}
