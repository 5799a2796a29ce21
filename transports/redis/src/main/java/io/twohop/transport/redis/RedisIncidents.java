package io.twohop.transport.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateAdapter;
import io.lettuce.core.api.StatefulConnection;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import io.twohop.transport.Notices;
import io.twohop.transport.kit.LostConnections;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Trouble of connections and streams. Any thread. */
final class RedisIncidents {
    private static final Rule DISCONNECTED = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "connections to Redis were lost %d times, the first that of a %s",
            "see the server's log: whether it ended, was restarted, or dropped a client that was too slow");

    private static final Rule REMADE = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "streams or their groups were gone %d times, the first time %s, and were made again",
            "see whether another client deleted them, or the server evicts keys (maxmemory-policy)");

    private static final Rule ERRORS = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "Redis refused %d acknowledgements or trims, the first: %s",
            "let this user use the commands that docs/redis.md lists, and see the server's log");

    private static final Rule DROPPED = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "the client dropped %d published messages because their consumer was too slow",
            "lower the rate, or use streams");

    private final Notices notices;
    private final LostConnections lost;
    private final AtomicLong remade = new AtomicLong();
    private final AtomicReference<String> firstRemade = new AtomicReference<>();
    private final AtomicLong errors = new AtomicLong();
    private final AtomicReference<String> firstError = new AtomicReference<>();
    private final AtomicLong dropped = new AtomicLong();
    private volatile boolean closing;

    RedisIncidents(Notices notices) {
        this.notices = notices;
        this.lost = new LostConnections(notices);
    }

    /** Announces that the run closes its connections. */
    void closing() {
        closing = true;
        lost.closing();
    }

    boolean areClosing() {
        return closing;
    }

    /**
     * Reports what happens to a connection from now on.
     *
     * @param lostToo runs when the connection is lost
     */
    void watch(StatefulConnection<?, ?> connection, String role, Runnable lostToo) {
        connection.addListener(new RedisConnectionStateAdapter() {
            @Override
            public void onRedisConnected(RedisChannelHandler<?, ?> again, SocketAddress address) {
                notices.add("connected again");
            }

            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> ended) {
                lostToo.run();
                // The publisher of canaries is closed before the run.
                if (!ended.isClosed()) {
                    lost.lost("connection lost", role);
                }
            }
        });
    }

    /** Counts a group that had to be made again. */
    void remade(String stream) {
        remade.incrementAndGet();
        firstRemade.compareAndSet(null, stream);
        notices.add("group of " + stream + " made again");
    }

    /** Tells a server that was started again and reads its file: it lets clients connect, and refuses commands meanwhile. */
    static boolean isLoading(String words) {
        return words.startsWith("LOADING");
    }

    /** Counts an acknowledgement or a trim that the server refused for good. */
    void refused(String words) {
        if (!closing && !isLoading(words)) {
            errors.incrementAndGet();
            firstError.compareAndSet(null, words);
        }
    }

    /** Counts a published message that the client had no room for. */
    void dropped() {
        dropped.incrementAndGet();
    }

    /** @param serverLives whether the server is alive; if not, its end explains lost connections and streams */
    List<Finding> list(boolean serverLives) {
        List<Finding> all = new ArrayList<>();
        lost.finding(DISCONNECTED, serverLives).ifPresent(all::add);
        if (remade.get() > 0 && serverLives) {
            all.add(REMADE.found(remade.get(), firstRemade.get()));
        }
        if (errors.get() > 0) {
            all.add(ERRORS.found(errors.get(), firstError.get()));
        }
        if (dropped.get() > 0) {
            all.add(DROPPED.found(dropped.get()));
        }
        return all;
    }
}
