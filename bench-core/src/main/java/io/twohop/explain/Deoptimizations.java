package io.twohop.explain;

import io.twohop.measure.ThreadLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;

/** Methods that measuring threads ran compiled, and then interpreted again until a compiler had made new code. */
final class Deoptimizations {
    private static final String WHAT = "deoptimization";

    /** The compiler whose code was thrown away. */
    private static final int OPTIMIZING = 4;

    private final List<Found> found = new ArrayList<>();
    private final Map<String, List<Long>> compiled = new HashMap<>();

    private record Found(String method, long nanos) {}

    void add(RecordedEvent event, long nanos) {
        String thread = event.getThread() == null ? "" : event.getThread().getJavaName();
        if (ThreadLayout.isOfAgents(thread)) {
            found.add(new Found(method(event), nanos));
        }
    }

    void addCompilation(RecordedEvent event, Span span) {
        if (event.getInt("compileLevel") == OPTIMIZING) {
            compiled.computeIfAbsent(method(event), method -> new ArrayList<>()).add(span.endNanos());
        }
    }

    private static String method(RecordedEvent event) {
        RecordedMethod method = event.getValue("method");
        return method == null ? "" : method.getType().getName() + "." + method.getName() + method.getDescriptor();
    }

    /** From each deoptimization until there was new code. One that never came again leaves an instant. */
    Stream<Span> spans() {
        return found.stream()
                .map(one -> new Span(
                        WHAT,
                        one.nanos,
                        compiled.getOrDefault(one.method, List.of()).stream()
                                .filter(end -> end > one.nanos)
                                .min(Long::compare)
                                .orElse(one.nanos)));
    }
}
