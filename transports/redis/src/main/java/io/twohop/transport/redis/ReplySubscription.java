package io.twohop.transport.redis;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.twohop.transport.Incoming;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.DirectCopy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;

/**
 * A reader of a deployed service's stream of replies, from its present end on, without a group: nothing of it is on the server. After a
 * lost connection it reads on from the last entry that it had.
 */
final class ReplySubscription implements Subscription {
    private static final long BLOCK_MILLIS = 1_000;

    /** Pause between looks at a connection that is lost. */
    private static final long AWAY_NANOS = 1_000_000;

    private static final String BEGINNING = "0-0";
    private static final byte[] NOTHING = {};

    private final StatefulRedisConnection<String, byte[]> connection;
    private final RedisIncidents incidents;
    private final String stream;
    private final String payloadField;
    private final XReadArgs waiting;
    private final DirectCopy copy;
    private final Arrival<List<StreamMessage<String, byte[]>>> arrival = new Arrival<>();
    private final Beside beside = new Beside();
    private String last;
    private volatile boolean closed;

    /** @param payloadField the field of an entry that has the payload; an entry without it has an empty one */
    ReplySubscription(
            StatefulRedisConnection<String, byte[]> connection,
            String stream,
            String payloadField,
            int batch,
            RedisIncidents incidents,
            int maxMessageBytes) {
        this.connection = connection;
        this.stream = stream;
        this.payloadField = payloadField;
        this.incidents = incidents;
        this.waiting = XReadArgs.Builder.block(BLOCK_MILLIS).count(batch);
        this.copy = new DirectCopy(maxMessageBytes);
        this.last = end();
        incidents.watch(connection, "reader of replies", () -> {});
    }

    /** Returns the id of the last entry. A stream may not exist before the service's first reply. */
    private String end() {
        List<StreamMessage<String, byte[]>> newest =
                connection.sync().xrevrange(stream, Range.unbounded(), Limit.from(1));
        return newest.isEmpty() ? BEGINNING : newest.get(0).getId();
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        if (!arrival.isAskedFor()) {
            if (closed || !connection.isOpen()) {
                LockSupport.parkNanos(this, Math.min(maxWaitNanos, AWAY_NANOS));
                return 0;
            }
            ask();
        }
        if (!arrival.await(maxWaitNanos)) {
            return 0;
        }
        List<StreamMessage<String, byte[]>> replies = result(arrival.take());
        for (int i = 0; i < replies.size(); i++) {
            hand(replies.get(i), handler);
        }
        if (connection.isOpen() && !closed) {
            ask();
        }
        return replies.size();
    }

    @SuppressWarnings("unchecked")
    private void ask() {
        arrival.begin(connection.async().xread(waiting, StreamOffset.from(stream, last)));
    }

    private void hand(StreamMessage<String, byte[]> reply, MessageHandler handler) {
        last = reply.getId();
        beside.fields = reply.getBody() == null ? Map.of() : reply.getBody();
        handler.beside(beside);
        handler.onMessage(copy.of(beside.fields.getOrDefault(payloadField, NOTHING)));
    }

    private List<StreamMessage<String, byte[]>> result(CompletableFuture<List<StreamMessage<String, byte[]>>> reply) {
        try {
            List<StreamMessage<String, byte[]>> replies = reply.join();
            return replies == null ? List.of() : replies;
        } catch (CompletionException | CancellationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            boolean isRefused = cause instanceof RedisCommandExecutionException
                    && !RedisIncidents.isLoading(cause.getMessage())
                    && !closed
                    && !incidents.areClosing();
            if (isRefused) {
                throw new TransportException("stream " + stream + " not read: " + cause.getMessage(), cause);
            }
            // The connection is lost; the client connects again.
            LockSupport.parkNanos(this, AWAY_NANOS);
            return List.of();
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connection.closeAsync();
        }
    }

    private static final class Beside implements Incoming {
        private Map<String, byte[]> fields = Map.of();

        @Override
        public byte[] header(String name) {
            return fields.get(name);
        }
    }
}
