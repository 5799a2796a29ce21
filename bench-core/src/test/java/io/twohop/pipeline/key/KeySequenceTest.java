package io.twohop.pipeline.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.Popularity;
import io.twohop.testing.Allocation;
import io.twohop.workload.Payload;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("one-jdk")
class KeySequenceTest {
    private static final int MESSAGES = 200_000;

    /** Of fifty such tests with sound numbers, one in two hundred thousand would find this. The seeds are fixed. */
    private static final double UNLIKELY = 1e-7;

    private static KeySequence keys(int count, Popularity popularity, long seed) {
        return new KeySequence(new Payload.KeySpace(count, popularity, seed));
    }

    private static Popularity popularity(double exponent) {
        return exponent == 0 ? Popularity.uniform() : Popularity.zipf(exponent);
    }

    /** How often each should be chosen, exactly. */
    private static double[] expected(int count, double exponent) {
        double[] weights = IntStream.rangeClosed(1, count)
                .mapToDouble(k -> Math.pow(k, -exponent))
                .toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    private static double pValue(double[] expected, long[] observed) {
        return ChiSquareTest.withDefaults().test(expected, observed).getPValue();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0",
        "2, 0",
        "3, 0",
        "1000, 0",
        "1, 1.1",
        "2, 1.1",
        "1000, 1.1",
        "1000, 0.5",
        "1000, 1",
        "100, 2",
        "6, 5",
        "2000, 0.01"
    })
    void shouldChooseEachKeyAsOftenAsItsDistributionSays(int count, double exponent) {
        for (long seed : new long[] {1, 2, -1, Long.MIN_VALUE}) {
            KeySequence keys = keys(count, popularity(exponent), seed);
            for (int producer : new int[] {0, 1, 63}) {
                long[] observed = new long[count];
                for (long sequence = 0; sequence < MESSAGES; sequence++) {
                    observed[keys.key(producer, sequence)]++;
                }
                if (count == 1) {
                    assertThat(observed).containsExactly(MESSAGES);
                } else {
                    assertThat(pValue(expected(count, exponent), observed))
                            .as("seed %d, producer %d", seed, producer)
                            .isGreaterThan(UNLIKELY);
                }
            }
        }
    }

    /** A message's key says nothing of the next one's, nor of another producer's at the same place. */
    @ParameterizedTest
    @CsvSource({"10, 0", "10, 1.1", "2, 0"})
    void shouldChooseEachKeyWithoutRegardToItsNeighbours(int count, double exponent) {
        KeySequence keys = keys(count, popularity(exponent), 1);
        double[] shares = expected(count, exponent);
        double[] ofPairs = IntStream.range(0, count * count)
                .mapToDouble(pair -> shares[pair / count] * shares[pair % count])
                .toArray();
        long[] next = new long[count * count];
        long[] fifthNext = new long[count * count];
        long[] otherProducer = new long[count * count];
        for (long sequence = 0; sequence < MESSAGES; sequence++) {
            int key = keys.key(0, sequence);
            next[key * count + keys.key(0, sequence + 1)]++;
            fifthNext[key * count + keys.key(0, sequence + 5)]++;
            otherProducer[key * count + keys.key(1, sequence)]++;
        }

        assertThat(pValue(ofPairs, next)).isGreaterThan(UNLIKELY);
        assertThat(pValue(ofPairs, fifthNext)).isGreaterThan(UNLIKELY);
        assertThat(pValue(ofPairs, otherProducer)).isGreaterThan(UNLIKELY);
    }

    /** Results of today are compared with those of another version, of another machine. */
    @Test
    void shouldBeWhatItWas() {
        KeySequence uniform = keys(10_000, Popularity.uniform(), 1);
        KeySequence zipf = keys(10_000, Popularity.zipf(1.1), 1);

        assertThat(IntStream.range(0, 8).map(i -> uniform.key(0, i)))
                .containsExactly(1022, 7359, 4575, 5747, 3193, 492, 7734, 9700);
        assertThat(IntStream.range(0, 8).map(i -> zipf.key(3, 1_000_000_000_000L + i)))
                .containsExactly(57, 9, 0, 4, 3060, 2573, 1, 560);
    }

    @Test
    void shouldDependOnProducerAndSequenceAlone() {
        KeySequence sender = keys(1_000, Popularity.zipf(1.1), 7);
        KeySequence receiver = keys(1_000, Popularity.zipf(1.1), 7);
        int[] sent = IntStream.range(0, 1_000).map(i -> sender.key(2, i)).toArray();

        for (int i = 999; i >= 0; i--) {
            receiver.key(5, 3L * i);
            assertThat(receiver.key(2, i)).isEqualTo(sent[i]);
        }
    }

    @Test
    void shouldBeOthersForAnotherSeedOrProducer() {
        KeySequence keys = keys(1_000, Popularity.uniform(), 1);
        KeySequence other = keys(1_000, Popularity.uniform(), 2);

        assertThat(share(i -> keys.key(0, i) == other.key(0, i))).isCloseTo(0.001, within(0.0006));
        for (int shift = -3; shift <= 3; shift++) {
            int by = shift + 3;
            assertThat(share(i -> keys.key(0, i + by) == keys.key(1, i + 3)))
                    .as("shifted by %d", shift)
                    .isCloseTo(0.001, within(0.0008));
        }
    }

    private static double share(IntPredicate same) {
        return IntStream.range(0, 20_000).filter(same).count() / 20_000.0;
    }

    @Test
    void shouldAllocateNothing() throws Exception {
        KeySequence keys = keys(10_000, Popularity.zipf(1.1), 1);
        long[] sum = new long[1];

        double allocated = Allocation.perMessage(MESSAGES, 0.05, () -> {
            for (int i = 0; i < MESSAGES; i++) {
                sum[0] += keys.key(0, i);
            }
        });

        assertThat(allocated).isLessThan(0.05);
        assertThat(sum[0]).isPositive();
    }
}
