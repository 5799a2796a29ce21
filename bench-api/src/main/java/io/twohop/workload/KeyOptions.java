package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Popularity;
import io.twohop.config.Texts;

/** The keys of messages. A message's key follows from the seed, its producer, and its sequence alone. */
public record KeyOptions(
        @Help("number of keys; 1 to 1M") Long count,

        @Help("frequency of each key: uniform, or zipf(1.1), where the share of the k-th is proportional to 1 / k^1.1;"
                + " uniform by default")
        Popularity distribution,

        @Help("seed of the random choice; 1 by default") Long seed) {
    private static final long MOST = 1_000_000;
    private static final long DEFAULT_SEED = 1;

    /** Limit on keys times producers: the newest message of each pair is remembered. */
    private static final int MOST_REMEMBERED = 16_000_000;

    public KeyOptions {
        Given.of("count", count)
                .needed(
                        number -> number >= 1 && number <= MOST,
                        Texts.format("a whole number from 1 to %,d, such as 10k", MOST));
        distribution = Given.of("distribution", distribution).or(Popularity.uniform());
        seed = Given.of("seed", seed).or(DEFAULT_SEED);
    }

    public static KeyOptions of(int count, Popularity distribution) {
        return new KeyOptions((long) count, distribution, null);
    }

    public int number() {
        return count.intValue();
    }

    /**
     * Refuses more keys than can be remembered.
     *
     * @param key the workload's key that sets their number
     */
    static void check(String key, long count, int mostProducers) {
        if (count * mostProducers > MOST_REMEMBERED) {
            throw ConfigException.invalid(
                    key,
                    Texts.format("%,d of each of %d producers", count, mostProducers),
                    Texts.format(
                            "at most %,d, since the newest message of each producer's each key is remembered",
                            MOST_REMEMBERED / mostProducers));
        }
    }

    @Override
    public String toString() {
        return "{count: " + count + ", distribution: " + distribution + ", seed: " + seed + "}";
    }
}
