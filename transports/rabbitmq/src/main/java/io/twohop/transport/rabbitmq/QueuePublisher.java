package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Recoverable;
import com.rabbitmq.client.RecoveryListener;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Envelope;
import io.twohop.transport.Publisher;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.InFlight;
import io.twohop.transport.kit.InFlight.Settlement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * Publishes to the topics of a channel in turn, with confirms. The server numbers a channel's messages from 1 on, and again from 1 once
 * the client has connected again; this counts through.
 */
class QueuePublisher implements Publisher {
    private static final TransportException NACKED =
            new TransportException("RabbitMQ refused the message; see the server's log");
    private static final TransportException RETURNED =
            new TransportException("RabbitMQ had no queue for the message: it was deleted, or not made again yet");

    /** A place of a topic: its exchange, empty for the default one, and the routing key of messages without a key. */
    record Target(String exchange, String key) {}

    private final RabbitIncidents incidents;
    private final Connection connection;
    private final Channel channel;
    private final Target[] targets;
    private final AMQP.BasicProperties.Builder properties;
    private final Map<String, Object> headers = new HashMap<>();

    /** The texts of the keys by number; empty for messages without keys. */
    private final String[] keys;

    private final InFlight<Void> inFlight;
    private final int maxInFlight;
    private final int mask;

    /** Messages without an outcome, each at its number's place. */
    private final AtomicReferenceArray<Settlement<Void>> pending;

    /** Whether the message at a place came back; the client's reading thread. */
    private final boolean[] returned;

    /** Lock of each publish, and of a new start of the numbers. Confirms do not take it. */
    private final Object numbers = new Object();

    private volatile boolean blocked;
    private volatile boolean down;
    private volatile boolean closed;

    /** Why the server closed the channel; {@code null} while it has not. */
    private volatile TransportException refusal;

    /** Number of messages published before the server began to count. */
    private volatile long base;

    /** Number of the oldest message without an outcome, or a lower one; written by the client's threads. */
    private volatile long lowest = 1;

    private volatile long published;
    private int next;
    private int key;

    QueuePublisher(
            Connection connection,
            Target[] targets,
            Envelope envelope,
            RabbitConfig config,
            RabbitIncidents incidents,
            Acknowledgements acknowledgements)
            throws IOException {
        this.incidents = incidents;
        this.connection = connection;
        this.targets = targets;
        this.maxInFlight = config.maxInFlight();
        this.inFlight = new InFlight<>(acknowledgements, outcome -> null);
        int places = Integer.highestOneBit(2 * maxInFlight - 1);
        this.mask = places - 1;
        this.pending = new AtomicReferenceArray<>(places);
        this.returned = new boolean[places];
        this.keys = IntStream.range(0, envelope.keys()).mapToObj(envelope::key).toArray(String[]::new);
        envelope.headers().forEach(header -> headers.put(header.name(), header.value()));
        this.properties = new AMQP.BasicProperties.Builder()
                .deliveryMode(config.queue() == RabbitConfig.Kind.TRANSIENT ? 1 : 2)
                .headers(headers.isEmpty() ? null : headers);
        this.channel = connection.createChannel();
        channel.confirmSelect();
        listen();
    }

    private void listen() {
        channel.addConfirmListener(new ConfirmListener() {
            @Override
            public void handleAck(long tag, boolean multiple) {
                confirm(tag, multiple, null);
            }

            @Override
            public void handleNack(long tag, boolean multiple) {
                confirm(tag, multiple, NACKED);
            }
        });
        channel.addReturnListener((Return message) ->
                returned[place(number(message.getProperties().getMessageId()))] = true);
        connection.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                blocked = true;
            }

            @Override
            public void handleUnblocked() {
                blocked = false;
            }
        });
        channel.addShutdownListener(this::fail);
        ((Recoverable) channel).addRecoveryListener(new RecoveryListener() {
            @Override
            public void handleRecovery(Recoverable recovered) {
                begin();
            }

            @Override
            public void handleRecoveryStarted(Recoverable recovered) {
                // Nothing is published until it has succeeded.
            }
        });
    }

    /** Returns the channel that publishes. */
    final Channel channel() {
        return channel;
    }

    /** Returns the properties of all messages. */
    final AMQP.BasicProperties.Builder properties() {
        return properties;
    }

    /** Adds a header of all messages; its value is read during each publish. */
    final void header(String name, Object value) {
        headers.put(name, value);
        properties.headers(headers);
    }

    /** Returns the properties of one message; the publishing thread. */
    AMQP.BasicProperties properties(long number) {
        return properties.messageId(messageId(number)).build();
    }

    /** Returns the id of a message, which ends with its number after a dash, if it has anything else. */
    String messageId(long number) {
        return Long.toString(number);
    }

    private static long number(String messageId) {
        return Long.parseLong(messageId.substring(messageId.lastIndexOf('-') + 1));
    }

    private int place(long number) {
        return (int) number & mask;
    }

    /** Settles one message, or all up to it; the client's reading thread. */
    private void confirm(long tag, boolean multiple, TransportException failure) {
        long number = base + tag;
        for (long one = multiple ? lowest : number; one <= number; one++) {
            settle(one, failure);
        }
        long open = lowest;
        while (open <= published && pending.get(place(open)) == null) {
            open++;
        }
        lowest = open;
    }

    /** Returns the number of the newest message, counted from 1 on; 0 before the first. */
    long newest() {
        return published;
    }

    /** Returns a number before which all messages have outcomes. */
    long oldestOpen() {
        return lowest;
    }

    private void settle(long number, TransportException failure) {
        int place = place(number);
        boolean cameBack = returned[place];
        returned[place] = false;
        Settlement<Void> outcome = pending.getAndSet(place, null);
        if (outcome != null) {
            outcome.complete(cameBack ? RETURNED : failure);
        }
    }

    /** The fate of what was not confirmed is unknown, and nobody tells any more. */
    private void fail(ShutdownSignalException cause) {
        down = true;
        blocked = false;
        if (!cause.isHardError()) {
            incidents.ended(cause);
            // The client opens a lost connection again, but no channel that the server closed.
            refusal = Refusal.of(cause).map(Refusal::ofMessage).orElse(null);
        }
        for (int place = 0; place <= mask; place++) {
            Settlement<Void> outcome = pending.getAndSet(place, null);
            if (outcome != null && closed) {
                // The run has waited long enough for it, and counts it as unacknowledged.
                outcome.abandon();
            } else if (outcome != null) {
                outcome.complete(
                        new TransportException("the connection ended before the confirm: " + cause.getMessage()));
            }
        }
        lowest = published + 1;
    }

    /** Starts to count again, after the client has connected again. */
    private void begin() {
        synchronized (numbers) {
            base = published;
            lowest = published + 1;
            Arrays.fill(returned, false);
            down = false;
        }
    }

    @Override
    public void topic(int number) {
        next = number;
    }

    @Override
    public void key(int number) {
        key = number;
    }

    @Override
    public int lanes() {
        return targets.length;
    }

    @Override
    public int lane() {
        return next;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (refusal != null) {
            throw refusal;
        }
        if (blocked || down || inFlight.count() >= maxInFlight) {
            return false;
        }
        synchronized (numbers) {
            long number = published + 1;
            int place = place(number);
            // A place is taken while a message long before this one waits for its confirm.
            if (down || pending.get(place) != null) {
                return false;
            }
            Settlement<Void> outcome = inFlight.begin(correlation);
            pending.set(place, outcome);
            published = number;
            try {
                Target target = targets[next];
                channel.basicPublish(
                        target.exchange(),
                        keys.length == 0 ? target.key() : keys[key],
                        true,
                        properties(number),
                        bytes(message));
            } catch (IOException | RuntimeException e) {
                if (pending.compareAndSet(place, outcome, null)) {
                    outcome.abandon();
                    throw new TransportException("not published: " + e.getMessage(), e);
                }
                // The end of the connection has failed it already.
            }
        }
        next = next + 1 == targets.length ? 0 : next + 1;
        return true;
    }

    /** The client keeps no array after it has written it, but takes no buffer. */
    private static byte[] bytes(ByteBuffer message) {
        byte[] data = new byte[message.remaining()];
        message.get(message.position(), data);
        return data;
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return inFlight.awaitNone(limit);
    }

    @Override
    public void close() {
        closed = true;
        connection.abort(0);
    }
}
