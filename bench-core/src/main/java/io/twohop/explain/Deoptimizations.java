package io.twohop.explain;

import io.twohop.account.ThreadLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;

/** Methods that measuring threads ran compiled, and then interpreted until the compiler had new code. */
final class Deoptimizations {
    private static final String WHAT = "deoptimization";

    /** Level of the compiler whose code was discarded. */
    private static final int OPTIMIZING = 4;

    /** Code that comes later does not count: the method was hardly needed meanwhile, or ran well enough. */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final List<Found> found = new ArrayList<>();
    private final Map<String, List<Long>> compiled = new HashMap<>();

    private record Found(String method, long nanos) {}

    void add(RecordedEvent event, long nanos) {
        String thread =
                RecordedRun.thread(event).map(RecordedThread::getJavaName).orElse("");
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
        return Optional.<RecordedMethod>ofNullable(event.getValue("method"))
                .map(method -> method.getType().getName() + "." + method.getName() + method.getDescriptor())
                .orElse("");
    }

    /** Returns the spans from each deoptimization to new code; instants if that did not come soon. */
    Stream<Span> spans() {
        return found.stream()
                .map(one -> new Span(
                        WHAT,
                        one.nanos,
                        compiled.getOrDefault(one.method, List.of()).stream()
                                .filter(end -> end > one.nanos && end - one.nanos <= LONGEST_NANOS)
                                .min(Long::compare)
                                .orElse(one.nanos)));
    }
}
