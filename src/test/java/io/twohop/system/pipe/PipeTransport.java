package io.twohop.system.pipe;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/** One queue a channel. */
final class PipeTransport implements Transport {
    private final int buffered;
    private final Map<Channel, BlockingQueue<ByteBuffer>> pipes = new ConcurrentHashMap<>();

    PipeTransport(int buffered) {
        this.buffered = buffered;
    }

    private BlockingQueue<ByteBuffer> pipe(Channel channel) {
        return pipes.computeIfAbsent(channel, added -> new ArrayBlockingQueue<>(buffered));
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) {
        BlockingQueue<ByteBuffer> pipe = pipe(channel);
        return (message, correlation) -> {
            ByteBuffer copy = ByteBuffer.allocateDirect(message.remaining()).order(ByteOrder.nativeOrder());
            return pipe.offer(copy.put(message.duplicate()).flip());
        };
    }

    @Override
    public Subscription subscribe(Channel channel, String group) {
        BlockingQueue<ByteBuffer> pipe = pipe(channel);
        return (handler, maxWaitNanos) -> {
            ByteBuffer message = pipe.poll();
            if (message == null) {
                return 0;
            }
            handler.onMessage(message);
            return 1;
        };
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(Delivery.EXACTLY_ONCE, true, false, "none: messages live in this process's memory", 1);
    }

    @Override
    public void close() {
        pipes.clear();
    }
}
