package io.twohop.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Cover of a stretch of time by the spans of one cause. It is computed for tens of thousands of messages that may each have taken
 * seconds, so it must not look at every span each time.
 */
interface Cover {
    /** Returns the covered time between two instants. */
    long nanos(long fromNanos, long toNanos);

    /** Returns the cover by pieces, one after the other: all of them count. */
    static Cover ofPieces(List<Span> spans) {
        return new Pieces(spans);
    }

    /** Returns the cover by the given number of largest spans; shorter ones do not count. */
    static Cover ofLargest(List<Span> spans, int most) {
        return new Largest(spans, most);
    }

    /** Running sums of the pieces, so that a stretch's sum is a difference. */
    final class Pieces implements Cover {
        private final long[] starts;
        private final long[] ends;
        private final long[] sums;

        private Pieces(List<Span> spans) {
            List<Span> sorted = new ArrayList<>(spans);
            sorted.sort(Comparator.comparingLong(Span::startNanos));
            starts = sorted.stream().mapToLong(Span::startNanos).toArray();
            ends = sorted.stream().mapToLong(Span::endNanos).toArray();
            sums = new long[starts.length + 1];
            for (int i = 0; i < starts.length; i++) {
                sums[i + 1] = sums[i] + ends[i] - starts[i];
            }
        }

        @Override
        public long nanos(long fromNanos, long toNanos) {
            return Math.max(0, until(toNanos) - until(fromNanos));
        }

        /** Returns the time covered before an instant. */
        private long until(long nanos) {
            int begun = Arrays.binarySearch(starts, nanos);
            int next = begun < 0 ? -begun - 1 : begun;
            return next == 0 ? 0 : sums[next] - Math.max(0, ends[next - 1] - nanos);
        }
    }

    /** Looks at the spans nearby; if these are many, at the longest first: a stretch with many spans has some of those. */
    final class Largest implements Cover {
        private static final int MUCH = 100;

        private final Spans byTime;
        private final List<Span> longestFirst;
        private final int most;

        private Largest(List<Span> spans, int most) {
            byTime = new Spans(spans);
            longestFirst = new ArrayList<>(spans);
            longestFirst.sort(Comparator.comparingLong(Span::nanos).reversed());
            this.most = most;
        }

        @Override
        public long nanos(long fromNanos, long toNanos) {
            long[] largest = new long[most];
            if (byTime.near(fromNanos, toNanos) <= MUCH) {
                byTime.touching(fromNanos, toNanos, span -> keep(span.overlap(fromNanos, toNanos), largest));
            } else {
                for (Span span : longestFirst) {
                    // The spans that follow are no longer than this one.
                    if (span.nanos() <= largest[0]) {
                        break;
                    }
                    keep(span.overlap(fromNanos, toNanos), largest);
                }
            }
            return Arrays.stream(largest).sum();
        }

        /** @param largest lengths, the smallest first */
        private static void keep(long nanos, long[] largest) {
            if (nanos > largest[0]) {
                largest[0] = nanos;
                Arrays.sort(largest);
            }
        }
    }
}
