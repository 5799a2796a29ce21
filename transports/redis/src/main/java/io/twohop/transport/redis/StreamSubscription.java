package io.twohop.transport.redis;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAutoClaimArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.models.stream.ClaimedMessages;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.AwaitedReplies;
import io.twohop.transport.kit.DirectCopy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * A consumer of a group, over a connection that waits at the server for messages. A request outlives a poll that waited in vain, and
 * waits at the server while the thread does other work. Acknowledgements go ahead of the next request, and follow the outcomes of the
 * replies that the handler published: a service that dies between the two gets the request again.
 */
final class StreamSubscription implements Subscription {
    private static final long BLOCK_MILLIS = 1_000;

    /** Pause between looks at a connection that is lost. */
    private static final long AWAY_NANOS = 1_000_000;

    /** Number of searches for messages of dead consumers in the time after which one is taken over. */
    private static final int SEARCHES = 4;

    private static final String BEGINNING = "0-0";

    /** Makes a group again that is gone. */
    @FunctionalInterface
    interface Remaker {
        /**
         * Returns whether the group is there now.
         *
         * @param lost whether the connection was lost since the group was last there
         */
        boolean remake(boolean lost);
    }

    private final StatefulRedisConnection<String, byte[]> connection;
    private final RedisAsyncCommands<String, byte[]> commands;
    private final RedisIncidents incidents;
    private final Remaker remaker;
    private final Consumer<String> me;
    private final String[] streams;
    private final StreamOffset<String>[] unread;
    private final StreamOffset<String>[] pending;
    private final XReadArgs waiting;
    private final XReadArgs atOnce;
    private final Duration claimAfter;
    private final int batch;
    private final DirectCopy copy;
    private final AwaitedReplies replies;
    private final String[] cursors;
    private final List<StreamMessage<String, byte[]>> handled = new ArrayList<>();
    private final BiConsumer<Object, Throwable> complain = this::complain;

    private final Arrival<List<StreamMessage<String, byte[]>>> reading = new Arrival<>();

    /** Whether {@link #reading} is for messages that were delivered before. */
    private boolean recovering;

    private CompletableFuture<ClaimedMessages<String, byte[]>> claiming;
    private int claimed;
    private long searchNanos;

    /** Whether the server may have delivered messages that never arrived here. */
    private volatile boolean recovers;

    private volatile boolean lost;
    private volatile boolean closed;

    /**
     * @param me the group, and a name in it that no other living consumer has
     * @param resumes whether a dead consumer may have had the name: its messages come before newer ones
     * @param replies those that the handler publishes
     */
    StreamSubscription(
            StatefulRedisConnection<String, byte[]> connection,
            String[] streams,
            Consumer<String> me,
            boolean resumes,
            RedisConfig.Reading keys,
            RedisIncidents incidents,
            Remaker remaker,
            int maxMessageBytes,
            AwaitedReplies replies) {
        this.connection = connection;
        this.commands = connection.async();
        this.streams = streams;
        this.me = me;
        this.recovers = resumes;
        this.batch = keys.batch();
        this.claimAfter = keys.claimAfter();
        this.incidents = incidents;
        this.remaker = remaker;
        this.copy = new DirectCopy(maxMessageBytes);
        this.replies = replies;
        this.unread = offsets(">");
        this.pending = offsets("0");
        this.waiting = XReadArgs.Builder.block(BLOCK_MILLIS).count(batch);
        this.atOnce = XReadArgs.Builder.count(batch);
        this.cursors = new String[streams.length];
        Arrays.fill(cursors, BEGINNING);
        this.searchNanos = System.nanoTime() + searchPeriod();
        incidents.watch(connection, "consumer", () -> {
            lost = true;
            recovers = true;
        });
    }

    @SuppressWarnings("unchecked")
    private StreamOffset<String>[] offsets(String from) {
        return Arrays.stream(streams)
                .map(stream -> StreamOffset.from(stream, from))
                .toArray(StreamOffset[]::new);
    }

    /** Returns the longest time until a dead consumer's message arrives at another one. */
    static Duration redelivery(Duration claimAfter) {
        return claimAfter.plus(claimAfter.dividedBy(SEARCHES)).plusMillis(2 * BLOCK_MILLIS);
    }

    private long searchPeriod() {
        return claimAfter.toNanos() / SEARCHES / streams.length;
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        if (!acknowledge(maxWaitNanos)) {
            return 0;
        }
        if (!reading.isAskedFor()) {
            if (closed || !connection.isOpen()) {
                LockSupport.parkNanos(this, Math.min(maxWaitNanos, AWAY_NANOS));
                return 0;
            }
            ask();
        }
        if (!reading.await(maxWaitNanos)) {
            return 0;
        }
        int count = 0;
        if (claiming != null && claiming.isDone()) {
            ClaimedMessages<String, byte[]> taken = result(claiming);
            claiming = null;
            if (taken != null) {
                cursors[claimed] = taken.getId();
                count += hand(taken.getMessages(), handler);
            }
        }
        List<StreamMessage<String, byte[]>> messages = result(reading.take());
        if (messages != null) {
            count += hand(messages, handler);
            if (recovering && messages.isEmpty()) {
                recovers = false;
            }
        }
        if (acknowledge(0) && connection.isOpen() && !closed) {
            ask();
        }
        return count;
    }

    private void ask() {
        recovering = recovers;
        if (!recovering && System.nanoTime() - searchNanos >= 0) {
            searchNanos = System.nanoTime() + searchPeriod();
            claimed = claimed + 1 == streams.length ? 0 : claimed + 1;
            claiming = commands.xautoclaim(
                            streams[claimed],
                            XAutoClaimArgs.Builder.<String>xautoclaim(me, claimAfter, cursors[claimed])
                                    .count(batch))
                    .toCompletableFuture();
        }
        reading.begin(recovering ? commands.xreadgroup(me, atOnce, pending) : commands.xreadgroup(me, waiting, unread));
    }

    /** Returns a reply; null if it failed and the next request may succeed. */
    private <T> T result(CompletableFuture<T> reply) {
        try {
            return reply.join();
        } catch (CompletionException | CancellationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            recovers = true;
            if (!(cause instanceof RedisCommandExecutionException) || closed || incidents.areClosing()) {
                // The connection is lost; the client connects again.
                return null;
            }
            if (RedisIncidents.isLoading(cause.getMessage())) {
                LockSupport.parkNanos(this, AWAY_NANOS);
                return null;
            }
            if (isGone(cause.getMessage())) {
                if (remaker.remake(lost)) {
                    lost = false;
                } else {
                    LockSupport.parkNanos(this, AWAY_NANOS);
                }
                return null;
            }
            throw new TransportException("stream not read: " + cause.getMessage(), cause);
        }
    }

    private static boolean isGone(String words) {
        return words.startsWith("NOGROUP") || words.startsWith("UNBLOCKED") || words.contains("no longer exists");
    }

    private int hand(List<StreamMessage<String, byte[]>> messages, MessageHandler handler) {
        int count = 0;
        for (int i = 0; i < messages.size(); i++) {
            StreamMessage<String, byte[]> message = messages.get(i);
            byte[] data = message.getBody() == null ? null : message.getBody().get(StreamPublisher.PAYLOAD);
            if (data != null) {
                handler.onMessage(copy.of(data));
                count++;
            }
            handled.add(message);
        }
        return count;
    }

    private void complain(Object reply, Throwable failure) {
        if (failure instanceof RedisCommandExecutionException) {
            incidents.refused(failure.getMessage());
        }
    }

    /**
     * Acknowledges what was handled, once its replies have outcomes.
     *
     * @return false if some have none within the time; the server must not be asked for more then, since it handles no acknowledgement
     *     behind a request that waits
     */
    private boolean acknowledge(long maxWaitNanos) {
        if (handled.isEmpty()) {
            return true;
        }
        if (!replies.haveOutcomes(maxWaitNanos)) {
            return false;
        }
        int from = 0;
        for (int i = 1; i <= handled.size(); i++) {
            String stream = handled.get(from).getStream();
            if (i == handled.size() || !stream.equals(handled.get(i).getStream())) {
                String[] ids = handled.subList(from, i).stream()
                        .map(StreamMessage::getId)
                        .toArray(String[]::new);
                commands.xack(stream, me.getGroup(), ids).whenComplete(complain);
                from = i;
            }
        }
        handled.clear();
        return true;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connection.closeAsync();
        }
    }
}
