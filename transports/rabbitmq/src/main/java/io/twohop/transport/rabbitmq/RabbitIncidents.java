package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ExceptionHandler;
import com.rabbitmq.client.Recoverable;
import com.rabbitmq.client.RecoveryListener;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.TopologyRecoveryException;
import com.rabbitmq.client.impl.DefaultExceptionHandler;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import io.twohop.transport.Notices;
import io.twohop.transport.kit.LostConnections;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Reports of the client about its connections. Called by the client's threads. */
final class RabbitIncidents {
    private static final Rule BLOCKED = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "the server blocked publishers %d times, the first time because of: %s",
            "free memory or disk space on the server's machine, or lower the rate");

    private static final Rule DISCONNECTED = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "connections to RabbitMQ were lost %d times, the first with: %s",
            "see the server's log: whether it ended, was restarted, or closed the connection because of an error");

    private static final Rule NOT_RESTORED = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "%d queues or consumers were not restored after a lost connection, the first because of: %s",
            "see the server's log for why it refused them, and run again");

    private final AtomicLong blocks = new AtomicLong();
    private final AtomicReference<String> firstBlock = new AtomicReference<>();
    private final AtomicLong missing = new AtomicLong();
    private final AtomicReference<String> firstMissing = new AtomicReference<>();
    private final Notices notices;
    private final LostConnections lost;

    RabbitIncidents(Notices notices) {
        this.notices = notices;
        this.lost = new LostConnections(notices);
    }

    /** Announces that the run closes its connections. */
    void closing() {
        lost.closing();
    }

    /** Reports what happens to a connection from now on. */
    void watch(Connection connection) {
        connection.addShutdownListener(this::ended);
        connection.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                blocks.incrementAndGet();
                firstBlock.compareAndSet(null, reason);
                notices.add("the server blocks publishers: " + reason);
            }

            @Override
            public void handleUnblocked() {
                notices.add("the server no longer blocks publishers");
            }
        });
        if (connection instanceof Recoverable recoverable) {
            recoverable.addRecoveryListener(new RecoveryListener() {
                @Override
                public void handleRecovery(Recoverable recovered) {
                    notices.add("connected again");
                }

                @Override
                public void handleRecoveryStarted(Recoverable recovered) {
                    // Reported once it has succeeded.
                }
            });
        }
    }

    /** Reports a channel that the server closed, as it does with its connection living on. */
    void ended(ShutdownSignalException cause) {
        if (!cause.isInitiatedByApplication()) {
            lost.lost(cause.isHardError() ? "connection lost" : cause.getMessage(), cause.getMessage());
        }
    }

    /** Returns what the client tells its failures. The client works without a queue or consumer that it could not restore. */
    ExceptionHandler handler() {
        return new DefaultExceptionHandler() {
            @Override
            public void handleTopologyRecoveryException(
                    Connection connection, Channel channel, TopologyRecoveryException failure) {
                missing.incrementAndGet();
                firstMissing.compareAndSet(null, Connector.words(failure));
                notices.add("not restored: " + failure.getMessage());
                super.handleTopologyRecoveryException(connection, channel, failure);
            }
        };
    }

    /** @param serverLives whether the server is alive; if not, its end explains lost connections */
    List<Finding> list(boolean serverLives) {
        List<Finding> all = new ArrayList<>();
        if (blocks.get() > 0) {
            all.add(BLOCKED.found(blocks.get(), firstBlock.get()));
        }
        lost.finding(DISCONNECTED, serverLives).ifPresent(all::add);
        if (missing.get() > 0) {
            all.add(NOT_RESTORED.found(missing.get(), firstMissing.get()));
        }
        return all;
    }
}
