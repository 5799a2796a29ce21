package com.example.transport;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/** A transport of one class: each channel is a queue of Java's own, in one process. */
public final class SharedMemory implements TransportProvider<SharedMemory.Config> {
    /** The keys of a transport file beside the common ones. */
    public record Config(Integer capacity) {
        public Config {
            capacity = capacity == null ? 1_024 : capacity;
        }
    }

    @Override
    public String name() {
        return "shared-memory";
    }

    @Override
    public String description() {
        return "java.util.concurrent.ArrayBlockingQueue";
    }

    @Override
    public Transport open(Config config, RunContext context) {
        return new Open(config.capacity());
    }

    private static final class Open implements Transport {
        private final int capacity;
        private final Map<String, Queue<ByteBuffer>> queues = new ConcurrentHashMap<>();

        Open(int capacity) {
            this.capacity = capacity;
        }

        private Queue<ByteBuffer> queue(Channel channel) {
            return queues.computeIfAbsent(channel.name(), name -> new ArrayBlockingQueue<>(capacity));
        }

        @Override
        public Publisher publisher(Channel channel, Acknowledgements acknowledgements) {
            Queue<ByteBuffer> queue = queue(channel);
            // A full queue is back pressure: false says that the message was not taken.
            return (message, correlation) -> queue.offer(copy(message));
        }

        private static ByteBuffer copy(ByteBuffer message) {
            ByteBuffer copy = ByteBuffer.allocateDirect(message.remaining()).order(ByteOrder.nativeOrder());
            copy.put(0, message, message.position(), message.remaining());
            return copy;
        }

        @Override
        public Subscription subscribe(Channel channel, String group) {
            Queue<ByteBuffer> queue = queue(channel);
            return (handler, maxWaitNanos) -> poll(queue, handler);
        }

        private static int poll(Queue<ByteBuffer> queue, MessageHandler handler) {
            ByteBuffer message = queue.poll();
            if (message == null) {
                return 0;
            }
            handler.onMessage(message);
            return 1;
        }

        @Override
        public Guarantees guarantees() {
            return new Guarantees(Guarantees.Delivery.EXACTLY_ONCE, true, false, "none: dies with the process", 1);
        }

        @Override
        public void close() {}
    }
}
