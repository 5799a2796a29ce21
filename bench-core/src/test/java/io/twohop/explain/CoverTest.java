package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("one-jdk")
class CoverTest {
    private static final int FEW = 3;
    private static final int DAY = 1_000_000;

    private final Random random = new Random(7);

    /** As many spans, one after the other, none touching the next. */
    private List<Span> pieces(int count) {
        List<Span> spans = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < count; i++) {
            long start = at + 1 + random.nextInt(50);
            at = start + random.nextInt(100);
            spans.add(new Span("a", start, at));
        }
        return spans;
    }

    private static long covered(List<Span> spans, long from, long to, int most) {
        return spans.stream()
                .map(span -> span.overlap(from, to))
                .sorted(Comparator.reverseOrder())
                .limit(most)
                .mapToLong(Long::longValue)
                .sum();
    }

    @Test
    void shouldAddUpAllPieces() {
        List<Span> spans = pieces(1_000);
        Cover cover = Cover.ofPieces(spans);
        for (int i = 0; i < 10_000; i++) {
            long from = random.nextInt(80_000);
            long to = from + random.nextInt(i % 2 == 0 ? 200 : 50_000);

            assertThat(cover.nanos(from, to)).isEqualTo(covered(spans, from, to, Integer.MAX_VALUE));
        }
    }

    @Test
    void shouldAddUpTheLargestOfWhatHappensAsAWhole() {
        List<Span> spans = pieces(1_000);
        for (int i = 0; i < 20; i++) {
            // They may lie over each other.
            long start = random.nextInt(80_000);
            spans.add(new Span("a", start, start + random.nextInt(5_000)));
        }
        Cover cover = Cover.ofLargest(spans, FEW);
        for (int i = 0; i < 5_000; i++) {
            long from = random.nextInt(80_000);
            long to = from + random.nextInt(i % 2 == 0 ? 200 : 50_000);

            assertThat(cover.nanos(from, to)).isEqualTo(covered(spans, from, to, FEW));
        }
    }

    /** A queue that grows: everything waits for seconds, and so does the explanation if it looks at every span for each. */
    @Test
    void shouldBeAskedOfManyThatAllTookLong() {
        List<Span> spans = pieces(50_000);
        Cover pieces = Cover.ofPieces(spans);
        Cover largest = Cover.ofLargest(spans, FEW);
        long[] seen = new long[1];
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (int i = 0; i < 200_000; i++) {
                long from = random.nextInt(DAY);
                seen[0] += pieces.nanos(from, from + DAY) + largest.nanos(from, from + DAY);
            }
        });

        assertThat(seen[0]).isPositive();
    }
}
