package io.twohop.event;

import io.twohop.config.Size;
import io.twohop.workload.Payload.RandomContent;
import io.twohop.workload.PayloadSize;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.LongToIntFunction;

/**
 * Payloads of random content, for a workload's {@code size} and for a file of arrivals with sizes. No compression can shrink the
 * random bytes: payloads that are published after one another have different ones, a mebibyte long. The last bytes of each payload are
 * zeros if the workload asks for a compressible share.
 */
public record RandomBytes(RandomContent content) implements EventType<ByteBuffer> {
    /** The random bytes of payloads are windows of this much randomness, one behind the other. */
    private static final int POOL_BYTES = 1 << 20;

    /** Creates payloads of one size. */
    public RandomBytes(int bytes) {
        this(RandomContent.of(PayloadSize.of(new Size(bytes))));
    }

    @Override
    public String name() {
        return "random-bytes";
    }

    @Override
    public String description() {
        return content.meanBytes() == content.mostBytes()
                ? content.mostBytes() + " random bytes"
                : "up to " + content.mostBytes() + " random bytes";
    }

    @Override
    public Class<ByteBuffer> eventClass() {
        return ByteBuffer.class;
    }

    @Override
    public int maxBytes() {
        return content.mostBytes();
    }

    @Override
    public int typicalBytes() {
        return content.meanBytes();
    }

    @Override
    public EventSource<ByteBuffer> source(long seed) {
        if (content.size() == null) {
            return source(seed, sequence -> content.meanBytes());
        }
        int[] sizes = content.size().ofProducer(seed);
        int mask = sizes.length - 1;
        return source(seed, sequence -> sizes[(int) sequence & mask]);
    }

    /** @param sizes asked at each event for its bytes, the largest size at most; by the thread that asks for the event */
    public EventSource<ByteBuffer> source(long seed, LongToIntFunction sizes) {
        return content.compressible() == 0
                ? new Incompressible(seed, sizes, content.mostBytes())
                : new Compressible(seed, sizes, content);
    }

    /** Returns a buffer of random bytes: a window of {@code most} bytes fits at each position of the pool. */
    private static ByteBuffer pool(long seed, int most) {
        byte[] random = new byte[POOL_BYTES + most];
        new Random(seed).nextBytes(random);
        return ByteBuffer.allocateDirect(random.length)
                .order(ByteOrder.nativeOrder())
                .put(random);
    }

    /** Returns where the next window begins. An odd distance makes windows of one size begin everywhere in the pool. */
    private static int after(int start, int bytes) {
        return start + (bytes | 1) & POOL_BYTES - 1;
    }

    /** Views of the pool, which cost no copy. */
    private static final class Incompressible implements EventSource<ByteBuffer> {
        private final LongToIntFunction sizes;
        private final ByteBuffer pool;
        private int next;

        Incompressible(long seed, LongToIntFunction sizes, int most) {
            this.sizes = sizes;
            pool = pool(seed, most);
        }

        @Override
        public ByteBuffer next(long sequence, long intendedNanos) {
            int start = next;
            int bytes = sizes.applyAsInt(sequence);
            next = after(start, bytes);
            return pool.limit(start + bytes).position(start);
        }
    }

    /** A buffer that gets other random bytes for each payload, in front of zeros. */
    private static final class Compressible implements EventSource<ByteBuffer> {
        private final LongToIntFunction sizes;
        private final double share;
        private final ByteBuffer pool;
        private final ByteBuffer zeros;
        private final ByteBuffer payload;
        private int next;
        private int randomBefore;

        Compressible(long seed, LongToIntFunction sizes, RandomContent content) {
            this.sizes = sizes;
            share = content.compressible();
            int mostRandom = content.mostBytes() - zeros(content.mostBytes());
            pool = pool(seed, mostRandom);
            zeros = ByteBuffer.allocateDirect(mostRandom);
            payload = ByteBuffer.allocateDirect(content.mostBytes()).order(ByteOrder.nativeOrder());
        }

        private int zeros(int bytes) {
            return (int) (bytes * share + 0.5);
        }

        @Override
        public ByteBuffer next(long sequence, long intendedNanos) {
            int bytes = sizes.applyAsInt(sequence);
            int random = bytes - zeros(bytes);
            payload.clear().put(0, pool, next, random);
            if (randomBefore > random) {
                payload.put(random, zeros, 0, randomBefore - random);
            }
            randomBefore = random;
            next = after(next, random);
            return payload.limit(bytes);
        }
    }
}
