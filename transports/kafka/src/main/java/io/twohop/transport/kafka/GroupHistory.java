package io.twohop.transport.kafka;

import io.twohop.config.Texts;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The readings of one group that reads a deployed service's topic of requests. One thread at a time. */
final class GroupHistory {
    static final Rule REBALANCED = new Rule(
            Kind.SERVICE,
            Severity.WARNING,
            "group %s of topic %s rebalanced %d times while messages flowed, for up to %.0f s in all: requests waited for it",
            "let no member of the service join or leave during the run");

    /** Shown and never judged, since services commit at times of their own. */
    static final Rule SEEN = new Rule(
            Kind.SERVICE,
            Severity.NOTE,
            "group %s (%s) reads topic %s: %s; committed lag %s, which follows the service's commits and is no part of the verdict",
            "");

    /** Usual interval of commits: a lag that falls only with the next commit stands still until then. */
    private static final Duration COMMITS = Duration.ofSeconds(5);

    private final String topic;
    private final int partitions;
    private final GroupState first;
    private final long firstNanos;
    private GroupState last;
    private long lastNanos;
    private GroupState quiet;
    private long quietNanos;
    private boolean disturbed;
    private long rebalances;
    private long rebalancingNanos;
    private long leastLag;
    private long mostLag;

    GroupHistory(String topic, int partitions, GroupState first, long nanos) {
        this.topic = topic;
        this.partitions = partitions;
        this.first = first;
        this.firstNanos = nanos;
        this.last = first;
        this.lastNanos = nanos;
        this.quiet = first;
        this.quietNanos = nanos;
        begin();
    }

    /** Starts to count from zero. */
    void begin() {
        rebalances = 0;
        rebalancingNanos = 0;
        leastLag = Long.MAX_VALUE;
        mostLag = 0;
    }

    /**
     * Adds a reading.
     *
     * @return the time since the last reading before a rebalance, if that has just ended; else 0
     */
    long add(GroupState now, long nanos) {
        last = now;
        lastNanos = nanos;
        now.wholeLag().ifPresent(lag -> {
            leastLag = Math.min(leastLag, lag);
            mostLag = Math.max(mostLag, lag);
        });
        disturbed |= !now.isStable() || !now.isAssignedAs(quiet);
        if (!now.isStable()) {
            return 0;
        }
        long tookNanos = disturbed ? nanos - quietNanos : 0;
        if (disturbed) {
            rebalances++;
            rebalancingNanos += tookNanos;
        }
        disturbed = false;
        quiet = now;
        quietNanos = nanos;
        return tookNanos;
    }

    /** Returns the group in words, with the course of its lag if the readings are further apart than commits usually are. */
    String text() {
        return "group " + last.name() + " (" + last.kind() + ") is " + last.state() + " with "
                + last.membership(partitions) + ", " + last.lagText() + course();
    }

    private String course() {
        long nanos = lastNanos - firstNanos;
        Optional<Long> before = first.wholeLag();
        Optional<Long> now = last.wholeLag();
        if (before.isEmpty() || now.isEmpty() || now.get() == 0 || nanos <= COMMITS.toNanos()) {
            return "";
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
        long committed = last.committedSince(first);
        if (committed <= 0) {
            return Texts.format(", which did not fall in %d s, without a commit", seconds);
        }
        return now.get() < before.get()
                ? Texts.format(
                        ", down from %,d in %d s: it still takes older requests, so start again later",
                        before.get(), seconds)
                : Texts.format(", with %,d requests committed in %d s", committed, seconds);
    }

    /** Returns what a reader of the run's figures should know. */
    List<Finding> findings(long nowNanos) {
        List<Finding> found = new ArrayList<>();
        long unfinished = disturbed ? 1 : 0;
        if (rebalances + unfinished > 0) {
            long nanos = rebalancingNanos + unfinished * (nowNanos - quietNanos);
            found.add(REBALANCED.found(last.name(), topic, rebalances + unfinished, nanos / 1e9));
        }
        String lag = last.wholeLag()
                .map(now -> Texts.format(
                        "%,d to %,d, at the end %,d", Math.min(leastLag, now), Math.max(mostLag, now), now))
                .orElse("unknown, without a commit");
        found.add(SEEN.found(last.name(), last.kind(), topic, last.membership(partitions), lag));
        return found;
    }
}
