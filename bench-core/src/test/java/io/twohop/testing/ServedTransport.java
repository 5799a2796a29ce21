package io.twohop.testing;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.AppendClock;
import io.twohop.transport.AppendTimes;
import io.twohop.transport.Channel;
import io.twohop.transport.ConsumerWatch;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Incoming;
import io.twohop.transport.Mark;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.NoKeys;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** An in-memory transport with a deployed service behind it: what the service answers is on the channel of replies at once. */
public final class ServedTransport implements TransportProvider<NoKeys>, Transport {
    /**
     * A message with what it has beside its payload.
     *
     * @param key {@code null} for none
     */
    public record Message(byte[] payload, byte[] key, Map<String, byte[]> headers) implements Incoming {
        @Override
        public byte[] header(String name) {
            return headers.get(name);
        }

        @Override
        public String failure() {
            return headers.containsKey("failure") ? new String(headers.get("failure"), StandardCharsets.UTF_8) : null;
        }
    }

    /** A message of the service, with its append time. */
    private record Reply(Message message, long appendedMillis) implements Incoming {
        @Override
        public byte[] key() {
            return message.key();
        }

        @Override
        public byte[] header(String name) {
            return message.header(name);
        }

        @Override
        public String failure() {
            return message.failure();
        }
    }

    /** The service. */
    @FunctionalInterface
    public interface Service {
        /**
         * @param index of the request, from 0, those before the run included
         * @return its replies
         */
        List<Message> replies(long index, Message request);
    }

    private final Service service;
    private final int lanes;
    private int withKeys;
    private String readers = "";
    private final AtomicLong requests = new AtomicLong();
    private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();
    private AppendClock clock = AppendClock.NONE;
    private long inServiceMillis;
    private int refused;

    public ServedTransport(int lanes, Service service) {
        this.lanes = lanes;
        withKeys = lanes;
        this.service = service;
    }

    /** Leaves lanes that no key reaches. */
    public ServedTransport withKeysFor(int firstLanes) {
        withKeys = firstLanes;
        return this;
    }

    /** Tells append times: a request's is 1 ms after it was sent, and those of its replies come a time later. */
    public ServedTransport stampedBy(AppendClock itsClock, long itsInServiceMillis) {
        clock = itsClock;
        inServiceMillis = itsInServiceMillis;
        return this;
    }

    @Override
    public AppendClock appendClock(Channel requestChannel, Channel replyChannel) {
        return clock;
    }

    /** Refuses the first requests. */
    public ServedTransport refusing(int first) {
        refused = first;
        return this;
    }

    /** Sets who reads the requests, in words. */
    public ServedTransport readBy(String words) {
        readers = words;
        return this;
    }

    @Override
    public ConsumerWatch watchConsumers(Channel channel) {
        return new ConsumerWatch() {
            @Override
            public String seen() {
                return readers;
            }
        };
    }

    @Override
    public String name() {
        return "served";
    }

    @Override
    public Set<Mark.Part> marks(NoKeys config) {
        return EnumSet.of(Mark.Part.FIELD, Mark.Part.KEY, Mark.Part.HEADER);
    }

    @Override
    public Transport open(NoKeys config, RunContext context) {
        return this;
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) {
        if (!channel.existing()) {
            throw new IllegalArgumentException(channel + " would be created");
        }
        return new Requests(acknowledgements);
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(Delivery.AT_LEAST_ONCE, true, true, "memory", 1);
    }

    private final class Requests implements Publisher {
        private final Acknowledgements acknowledgements;
        private List<Mark> marks = List.of();
        private AppendTimes times = AppendTimes.NONE;
        private int lane;

        Requests(Acknowledgements acknowledgements) {
            this.acknowledgements = acknowledgements;
        }

        @Override
        public void appendTimes(AppendTimes asked) {
            times = asked;
        }

        @Override
        public void marks(List<Mark> ofEach) {
            marks = ofEach;
        }

        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            byte[] payload = new byte[message.remaining()];
            message.get(message.position(), payload);
            byte[] key = null;
            Map<String, byte[]> headers = new TreeMap<>();
            for (Mark mark : marks) {
                if (mark.part() == Mark.Part.KEY) {
                    key = mark.value().clone();
                } else {
                    headers.put(mark.name(), mark.value().clone());
                }
            }
            if (refused > 0) {
                refused--;
                acknowledgements.failed(correlation, new IllegalStateException("no such queue"));
                return true;
            }
            long sentMillis = System.currentTimeMillis();
            long number = times.next();
            long repliedMillis = clock == AppendClock.NONE ? -1 : sentMillis + 1 + inServiceMillis;
            service.replies(requests.getAndIncrement(), new Message(payload, key, headers))
                    .forEach(reply -> replies.add(new Reply(reply, repliedMillis)));
            times.appended(number, sentMillis, sentMillis + 1);
            lane = (lane + 1) % withKeys;
            acknowledgements.acknowledged(correlation);
            return true;
        }

        @Override
        public int lanes() {
            return lanes;
        }

        @Override
        public int lane() {
            return lane;
        }
    }

    @Override
    public Subscription subscribe(Channel channel, String group) {
        if (!channel.existing()) {
            throw new IllegalArgumentException(channel + " would be created");
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(4_096).order(ByteOrder.nativeOrder());
        return (MessageHandler handler, long maxWaitNanos) -> {
            Reply reply = replies.poll();
            if (reply == null) {
                return 0;
            }
            handler.beside(reply);
            handler.onMessage(buffer.clear().put(reply.message.payload()).flip());
            return 1;
        };
    }

    /** Returns the number of requests so far, those before the run included. */
    public long requests() {
        return requests.get();
    }
}
