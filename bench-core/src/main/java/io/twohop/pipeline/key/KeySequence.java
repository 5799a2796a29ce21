package io.twohop.pipeline.key;

import io.twohop.workload.Payload;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/**
 * Keys by a distribution: a function of seed, producer and sequence alone. For one thread; allocates nothing per
 * message.
 */
public final class KeySequence implements MessageKeys {
    private final Numbers numbers;
    private final int count;
    private final SharedStateDiscreteSampler sampler;

    public KeySequence(Payload.KeySpace keys) {
        numbers = new Numbers(keys.seed());
        count = keys.count();
        sampler = switch (keys.popularity().shape()) {
            case UNIFORM -> null;
            case ZIPF ->
                RejectionInversionZipfSampler.of(
                        numbers, count, keys.popularity().exponent());
        };
    }

    /** In a Zipf distribution key 0 is the most frequent. */
    @Override
    public int key(int producer, long sequence) {
        numbers.restart(producer, sequence);
        return sampler == null ? numbers.nextInt(count) : sampler.sample() - 1;
    }

    /**
     * SplitMix64, restarted for each message from a hash of producer and sequence: a key may draw any number of
     * values without affecting the next message. Steele, Lea and Flood: Fast splittable pseudorandom number
     * generators, OOPSLA 2014, with Stafford's 13th variant of the mixing function, as in {@link
     * java.util.SplittableRandom}.
     */
    private static final class Numbers implements UniformRandomProvider {
        private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

        private final long seed;
        private long state;

        Numbers(long seed) {
            this.seed = mix(seed);
        }

        void restart(int producer, long sequence) {
            state = mix(mix(seed + producer * STEP) + sequence * STEP);
        }

        @Override
        public long nextLong() {
            state += STEP;
            return mix(state);
        }

        private static long mix(long value) {
            long mixed = (value ^ (value >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
            return mixed ^ (mixed >>> 31);
        }
    }
}
