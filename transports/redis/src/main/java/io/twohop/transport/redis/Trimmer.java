package io.twohop.transport.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.XTrimArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.models.stream.PendingMessages;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Deletes, once a second, what all groups of a stream have acknowledged, so that streams do not fill the server's memory. */
final class Trimmer implements AutoCloseable {
    /** Name of its thread. */
    static final String THREAD = "redis-trimmer";

    private static final long PERIOD_MILLIS = 1_000;

    /** Most entries that the server deletes by one command. */
    private static final long LIMIT = 10_000;

    private final Set<String> streams = ConcurrentHashMap.newKeySet();
    private final StatefulRedisConnection<String, byte[]> connection;
    private final RedisIncidents incidents;
    private final Thread thread = new Thread(this::run, THREAD);
    private volatile boolean closed;

    Trimmer(StatefulRedisConnection<String, byte[]> connection, RedisIncidents incidents) {
        this.connection = connection;
        this.incidents = incidents;
        thread.setDaemon(true);
        thread.start();
    }

    void add(String stream) {
        streams.add(stream);
    }

    private void run() {
        try {
            while (!closed) {
                Thread.sleep(PERIOD_MILLIS);
                for (String stream : streams) {
                    trimOrComplain(stream);
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private void trimOrComplain(String stream) {
        try {
            trim(connection.sync(), stream);
        } catch (RedisCommandExecutionException e) {
            // A stream that is gone is made again, or the run is about to end.
            if (!e.getMessage().startsWith("NOGROUP") && !e.getMessage().contains("no such key")) {
                incidents.refused(e.getMessage());
            }
        } catch (RedisException e) {
            // The connection is lost for now, or closed.
        }
    }

    /** Deletes entries that every group has acknowledged, from the oldest on. */
    static void trim(RedisCommands<String, byte[]> commands, String stream) {
        Optional<StreamId> least = firstNeeded(commands, stream);
        if (least.isPresent()) {
            XTrimArgs older = XTrimArgs.Builder.minId(least.get().toString())
                    .approximateTrimming()
                    .limit(LIMIT);
            while (commands.xtrim(stream, older) >= LIMIT) {
                // There is more.
            }
        }
    }

    /**
     * Returns the first entry that a group may still need; empty without groups. Groups are asked before their pending entries: what a
     * group reads in between is younger than the answer.
     */
    private static Optional<StreamId> firstNeeded(RedisCommands<String, byte[]> commands, String stream) {
        StreamId least = null;
        for (Object group : commands.xinfoGroups(stream)) {
            String name = field((List<?>) group, "name");
            StreamId id = StreamId.of(field((List<?>) group, "last-delivered-id"));
            PendingMessages pending = commands.xpending(stream, name);
            if (pending.getCount() > 0) {
                id = id.orOlder(StreamId.of(pending.getMessageIds().getLower().getValue()));
            }
            least = least == null ? id : least.orOlder(id);
        }
        return Optional.ofNullable(least);
    }

    private static String field(List<?> fields, String name) {
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            if (text(fields.get(i)).equals(name)) {
                return text(fields.get(i + 1));
            }
        }
        throw new IllegalStateException("a group without " + name);
    }

    private static String text(Object value) {
        return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(value);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    /** An entry's place in its stream. */
    private record StreamId(long millis, long number) {
        static StreamId of(String text) {
            int dash = text.indexOf('-');
            return new StreamId(Long.parseLong(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1)));
        }

        StreamId orOlder(StreamId other) {
            boolean older = other.millis < millis || other.millis == millis && other.number < number;
            return older ? other : this;
        }

        @Override
        public String toString() {
            return millis + "-" + number;
        }
    }
}
