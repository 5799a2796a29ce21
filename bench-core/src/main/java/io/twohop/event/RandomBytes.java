package io.twohop.event;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Payloads of a fixed size and random content, which no compression can shrink; what a workload's {@code size} sends. */
public record RandomBytes(int bytes) implements EventType<ByteBuffer> {
    /** Payloads are windows of this much randomness, each starting elsewhere. */
    private static final int POOL_BYTES = 1 << 20;

    private static final int STRIDE = 4_099;

    @Override
    public String name() {
        return "random-bytes";
    }

    @Override
    public String description() {
        return bytes + " random bytes";
    }

    @Override
    public Class<ByteBuffer> eventClass() {
        return ByteBuffer.class;
    }

    @Override
    public int maxBytes() {
        return bytes;
    }

    @Override
    public EventSource<ByteBuffer> source(long seed) {
        byte[] random = new byte[POOL_BYTES + bytes];
        new Random(seed).nextBytes(random);
        ByteBuffer pool = ByteBuffer.allocateDirect(random.length).order(ByteOrder.nativeOrder());
        pool.put(random);
        return (sequence, intendedNanos) -> {
            int start = (int) (sequence * STRIDE & POOL_BYTES - 1);
            return pool.limit(start + bytes).position(start);
        };
    }
}
