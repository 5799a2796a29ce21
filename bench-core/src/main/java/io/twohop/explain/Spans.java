package io.twohop.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Spans of one kind, found by the time they touch. */
final class Spans {
    private final List<Span> sorted;
    private final long longestNanos;

    Spans(List<Span> spans) {
        sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingLong(Span::startNanos));
        longestNanos = sorted.stream().mapToLong(Span::nanos).max().orElse(0);
    }

    /** Returns the spans that touch a stretch of time, its bounds included. */
    void touching(long fromNanos, long toNanos, Consumer<Span> consumer) {
        for (int i = firstFrom(fromNanos - longestNanos); i < sorted.size(); i++) {
            Span span = sorted.get(i);
            if (span.startNanos() > toNanos) {
                return;
            }
            if (span.endNanos() >= fromNanos) {
                consumer.accept(span);
            }
        }
    }

    /** Returns the number of spans that {@link #touching} looks at. */
    int near(long fromNanos, long toNanos) {
        return Math.max(0, firstFrom(toNanos + 1) - firstFrom(fromNanos - longestNanos));
    }

    /** Returns the time in a stretch that the spans cover together. */
    long covered(long fromNanos, long toNanos) {
        long[] sum = new long[1];
        long[] reached = {fromNanos};
        touching(fromNanos, toNanos, span -> {
            sum[0] += span.overlap(reached[0], toNanos);
            reached[0] = Math.max(reached[0], Math.min(span.endNanos(), toNanos));
        });
        return sum[0];
    }

    /** Returns the index of the first span that starts at a time or later. */
    private int firstFrom(long nanos) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted.get(middle).startNanos() < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
