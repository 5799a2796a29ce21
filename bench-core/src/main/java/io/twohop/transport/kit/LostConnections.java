package io.twohop.transport.kit;

import io.twohop.finding.Finding;
import io.twohop.finding.Rule;
import io.twohop.transport.Notices;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Counts connections that ended unasked. Any thread. */
public final class LostConnections {
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>();
    private final Notices notices;
    private volatile boolean closing;

    /** @param notices receives each loss as it happens */
    public LostConnections(Notices notices) {
        this.notices = notices;
    }

    /** Announces that the run closes its connections, so that their ends no longer count. */
    public void closing() {
        closing = true;
    }

    /**
     * Counts a connection, unless the run closes it.
     *
     * @param notice short words for the time line
     * @param reason the client's words
     */
    public void lost(String notice, String reason) {
        if (!closing) {
            count.incrementAndGet();
            first.compareAndSet(null, reason);
            notices.add(notice);
        }
    }

    /**
     * Returns the finding about the lost connections; empty if there are none, or if the server's own end explains them.
     *
     * @param rule takes the count and the first reason
     */
    public Optional<Finding> finding(Rule rule, boolean serverLives) {
        return count.get() > 0 && serverLives ? Optional.of(rule.found(count.get(), first.get())) : Optional.empty();
    }
}
