package io.twohop.testing;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.transport.kit.Spread;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/**
 * An in-memory transport that does with each message of the first hop what a script says; the second hop is faithful. Where
 * there are several topics, messages go to them in turn.
 */
public final class ScriptedTransport implements TransportProvider<ScriptedTransport.Config>, Transport {
    /** The fate of each message. */
    @FunctionalInterface
    public interface Script {
        /**
         * @param index of the message on its channel, from 0
         * @param deliver delivers a copy of the message after a delay in nanoseconds; call it as often as it should arrive
         */
        void onPublish(long index, Deliver deliver) throws Exception;
    }

    /** Delivers the message at hand. */
    public interface Deliver {
        void after(long delayNanos);

        void at(long nanos);

        /** Acknowledges the message after a delay, at the next poll. */
        void acknowledgedAfter(long delayNanos);
    }

    /** The configuration: none. */
    public record Config() {}

    private record Outcome(long atNanos, long correlation, Acknowledgements acknowledgements) {}

    private final NanoClock clock;
    private final Script script;
    private final Guarantees guarantees;
    private final AtomicLong published = new AtomicLong();
    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    private final Map<String, DelayedMessages> queues = new ConcurrentHashMap<>();

    private Runnable closing = () -> {};

    public ScriptedTransport(NanoClock clock, Script script) {
        this(clock, script, new Guarantees(Delivery.EXACTLY_ONCE, true, false, "none", 1));
    }

    public ScriptedTransport(NanoClock clock, Script script, Guarantees guarantees) {
        this.clock = clock;
        this.script = script;
        this.guarantees = guarantees;
    }

    /** Creates a transport that runs an action while it is closed. */
    public ScriptedTransport closing(Runnable action) {
        closing = action;
        return this;
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public Transport open(Config config, RunContext context) {
        return this;
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        return Spread.publisher(channel, topic -> ofTopic(topic, acknowledgements));
    }

    private Publisher ofTopic(Channel channel, Acknowledgements acknowledgements) {
        DelayedMessages queue = queue(channel);
        return (message, correlation) -> {
            Deliver deliver = new Delivering(queue, message, correlation, acknowledgements);
            if (channel.hop() > 1) {
                deliver.after(0);
                return true;
            }
            try {
                script.onPublish(published.getAndIncrement(), deliver);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return true;
        };
    }

    private final class Delivering implements Deliver {
        private final DelayedMessages queue;
        private final ByteBuffer message;

        private final long correlation;
        private final Acknowledgements acknowledgements;

        Delivering(DelayedMessages queue, ByteBuffer message, long correlation, Acknowledgements acknowledgements) {
            this.queue = queue;
            this.message = message;
            this.correlation = correlation;
            this.acknowledgements = acknowledgements;
        }

        @Override
        public void acknowledgedAfter(long delayNanos) {
            outcomes.add(new Outcome(clock.nanoTime() + delayNanos, correlation, acknowledgements));
        }

        @Override
        public void after(long delayNanos) {
            at(clock.nanoTime() + delayNanos);
        }

        @Override
        public void at(long nanos) {
            queue.add(message, nanos);
        }
    }

    private DelayedMessages queue(Channel channel) {
        return queues.computeIfAbsent(channel.name(), name -> new DelayedMessages(clock));
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        return Spread.subscription(channel, this::ofTopic);
    }

    private Subscription ofTopic(Channel channel) {
        DelayedMessages queue = queue(channel);
        return (handler, maxWaitNanos) -> poll(queue, handler);
    }

    private int poll(DelayedMessages queue, MessageHandler handler) {
        while (!outcomes.isEmpty() && outcomes.peek().atNanos() - clock.nanoTime() <= 0) {
            Outcome outcome = outcomes.remove();
            outcome.acknowledgements().acknowledged(outcome.correlation());
        }
        return queue.poll(handler);
    }

    @Override
    public Guarantees guarantees() {
        return guarantees;
    }

    @Override
    public void close() {
        closing.run();
        queues.clear();
    }
}
