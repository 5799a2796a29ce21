package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import io.twohop.transport.Notices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;

/** Reports of the client about its connections. Called by the client's threads. */
final class NatsIncidents implements ErrorListener, ConnectionListener {
    private static final Rule DROPPED = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "the client dropped %d messages because their consumer was too slow",
            "lower the rate, or add consumers");

    private static final Rule DISCONNECTED = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "connections to the server were lost %d times",
            "see the server's log: whether it ended, was restarted, or dropped clients that were too slow");

    private static final Rule ERRORS = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "the server or client reported %d errors, the first: %s",
            "check permissions (docs/nats.md lists them), limits and the server's log");

    private static final Rule HEARTBEATS_MISSED = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "heartbeats of a consumer were missed %d times",
            "lower the rate, or use a machine with more cores");

    private final AtomicLong slowConsumers = new AtomicLong();
    private final AtomicLong disconnects = new AtomicLong();
    private final AtomicLong alarms = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private final AtomicReference<String> firstError = new AtomicReference<>();
    private final Set<Connection> connected = ConcurrentHashMap.newKeySet();
    private final List<LongSupplier> drops = new ArrayList<>();
    private final Notices notices;
    private volatile boolean closing;
    private volatile boolean refused;
    private volatile Exception untrusted;

    /** @param notices receives each report as it happens */
    NatsIncidents(Notices notices) {
        this.notices = notices;
    }

    /** Adds the count of a subscription's dropped messages; the starting thread. */
    void watchDrops(LongSupplier dropped) {
        drops.add(dropped);
    }

    /** Announces that the run closes its connections. */
    void closing() {
        closing = true;
    }

    /** Handles an event. The interface still requires this method, which it deprecates. */
    @Override
    @SuppressWarnings("deprecation")
    public void connectionEvent(Connection connection, Events event) {
        if (event == Events.CONNECTED) {
            connected.add(connection);
        }
        if (!counts(connection)) {
            return;
        }
        if (event == Events.DISCONNECTED) {
            disconnects.incrementAndGet();
            notices.add("connection lost");
        } else if (event == Events.RECONNECTED) {
            notices.add("connected again");
        }
    }

    @Override
    public void errorOccurred(Connection connection, String error) {
        if (counts(connection)) {
            refused = true;
        }
        error(connection, error);
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (!connected.contains(connection) && cause instanceof SSLException ssl) {
                untrusted = ssl;
            }
        }
        error(connection, exception.toString());
    }

    /** Whether the server itself refused a request; a lost connection would come back. */
    boolean haveRefusal() {
        return refused;
    }

    /** The reason why no encrypted connection could be opened; empty for none. */
    Optional<Exception> untrusted() {
        return Optional.ofNullable(untrusted);
    }

    /** Whether a report counts: before the first connection, opening it reports errors, and may succeed later. */
    private boolean counts(Connection connection) {
        return !closing && connected.contains(connection);
    }

    private void error(Connection connection, String text) {
        if (counts(connection)) {
            errors.incrementAndGet();
            notices.add(text);
            firstError.compareAndSet(null, text);
        }
    }

    @Override
    public void slowConsumerDetected(Connection connection, Consumer consumer) {
        slowConsumers.incrementAndGet();
    }

    @Override
    public void messageDiscarded(Connection connection, Message message) {
        error(connection, "a message was discarded before it was sent");
    }

    @Override
    public void heartbeatAlarm(Connection connection, JetStreamSubscription subscription, long last, long lastSeen) {
        if (!closing) {
            alarms.incrementAndGet();
            notices.add("heartbeats missed");
        }
    }

    /** The first error that the client received, which explains a later timeout. */
    Optional<String> firstError() {
        return Optional.ofNullable(firstError.get());
    }

    /** @param serverLives whether the servers are alive; if not, their end explains lost connections */
    List<Finding> list(boolean serverLives) {
        List<Finding> incidents = new ArrayList<>();
        long dropped = drops.stream().mapToLong(LongSupplier::getAsLong).sum();
        if (dropped > 0 || slowConsumers.get() > 0) {
            incidents.add(DROPPED.found(dropped));
        }
        if (disconnects.get() > 0 && serverLives) {
            incidents.add(DISCONNECTED.found(disconnects.get()));
        }
        if (errors.get() > 0) {
            incidents.add(ERRORS.found(errors.get(), firstError.get()));
        }
        if (alarms.get() > 0) {
            incidents.add(HEARTBEATS_MISSED.found(alarms.get()));
        }
        return incidents;
    }
}
