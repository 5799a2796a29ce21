package io.twohop.transport.jms;

import io.twohop.config.Secrets;
import io.twohop.config.Texts;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import io.twohop.transport.Notices;
import jakarta.jms.ExceptionListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Reports of the client about its connections, and what the provider cannot do. Called by any thread. */
final class JmsIncidents {
    static final Rule DISCONNECTED = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "connections to the JMS provider failed %d times, the first: %s",
            "see the server's log: whether it ended, was restarted, or dropped clients");

    static final Rule LACKS = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "the JMS provider has no %s: %s",
            "compare runs of this provider with others only where both do the same, such as publish: sync");

    static final Rule BLOCKED = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "sends to the JMS provider waited for more than 100 ms %d times, %d ms in all",
            "lower the rate: the provider's flow control held up publishers, which counts as latency");

    static final Rule JOURNAL = new Rule(
            Kind.TRANSPORT,
            Severity.WARNING,
            "the broker writes its journal with %s, not with %s",
            "install libaio (libaio1, libaio1t64 or libaio) on 64-bit Linux, or ask for journal: nio");

    private static final long BLOCKED_NANOS = 100_000_000;

    private final Notices notices;
    private final AtomicLong failures = new AtomicLong();
    private final AtomicReference<String> firstFailure = new AtomicReference<>("");
    private final AtomicLong blocked = new AtomicLong();
    private final AtomicLong blockedNanos = new AtomicLong();
    private final Set<String> lacking = new ConcurrentSkipListSet<>();
    private final List<Finding> found = new ArrayList<>();
    private volatile boolean closing;

    JmsIncidents(Notices notices) {
        this.notices = notices;
    }

    ExceptionListener listener() {
        return failure -> {
            if (!closing) {
                String words = Secrets.redact(Texts.of(failure));
                failures.incrementAndGet();
                firstFailure.compareAndSet("", words);
                notices.add("connection lost");
            }
        };
    }

    /** Notes an acknowledgement that failed: its message comes again. */
    void unacknowledged(Exception failure) {
        notices.add("not acknowledged: " + Secrets.redact(Texts.of(failure)));
    }

    /** Announces that the run closes its connections. */
    void closing() {
        closing = true;
    }

    /** Notes once that the provider lacks something, with the replacement. */
    void lacks(String what, String instead) {
        if (lacking.add(what)) {
            found.add(LACKS.found(what, instead));
        }
    }

    /** Notes that the broker has another journal than it was asked for. */
    void journal(String actual, String asked) {
        found.add(JOURNAL.found(actual, asked));
    }

    /** Counts a send that waited. */
    void sent(long nanos) {
        if (nanos > BLOCKED_NANOS) {
            blocked.incrementAndGet();
            blockedNanos.addAndGet(nanos);
        }
    }

    /** @param serverLives whether the servers are alive; if not, their end explains lost connections */
    List<Finding> list(boolean serverLives) {
        List<Finding> all = new ArrayList<>(found);
        if (failures.get() > 0 && serverLives) {
            all.add(DISCONNECTED.found(failures.get(), firstFailure.get()));
        }
        if (blocked.get() > 0) {
            all.add(BLOCKED.found(blocked.get(), blockedNanos.get() / 1_000_000));
        }
        return all;
    }
}
