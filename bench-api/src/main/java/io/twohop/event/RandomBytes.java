package io.twohop.event;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.IntSupplier;

/**
 * Payloads of random content, which no compression can shrink, for a workload's {@code size} and for a file of arrivals with
 * sizes.
 *
 * @param bytes of each payload, or on average for {@link #source(long, IntSupplier)}
 * @param most bytes of the largest
 */
public record RandomBytes(int bytes, int most) implements EventType<ByteBuffer> {
    /** Payloads are windows of this much randomness, each starting elsewhere. */
    private static final int POOL_BYTES = 1 << 20;

    private static final int STRIDE = 4_099;

    /** Creates payloads of one size. */
    public RandomBytes(int bytes) {
        this(bytes, bytes);
    }

    @Override
    public String name() {
        return "random-bytes";
    }

    @Override
    public String description() {
        return bytes == most ? bytes + " random bytes" : "up to " + most + " random bytes";
    }

    @Override
    public Class<ByteBuffer> eventClass() {
        return ByteBuffer.class;
    }

    @Override
    public int maxBytes() {
        return most;
    }

    @Override
    public int typicalBytes() {
        return bytes;
    }

    @Override
    public EventSource<ByteBuffer> source(long seed) {
        return source(seed, () -> bytes);
    }

    /** @param size asked at each event for its bytes, {@link #most} at most; by the thread that asks for the event */
    public EventSource<ByteBuffer> source(long seed, IntSupplier size) {
        byte[] random = new byte[POOL_BYTES + most];
        new Random(seed).nextBytes(random);
        ByteBuffer pool = ByteBuffer.allocateDirect(random.length).order(ByteOrder.nativeOrder());
        pool.put(random);
        return (sequence, intendedNanos) -> {
            int start = (int) (sequence * STRIDE & POOL_BYTES - 1);
            return pool.limit(start + size.getAsInt()).position(start);
        };
    }
}
