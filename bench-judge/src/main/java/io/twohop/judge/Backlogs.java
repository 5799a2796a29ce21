package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.config.Nanos;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.result.Faults;
import io.twohop.result.Faults.Backlog;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Backlogs that stopped consumers built, and that had not drained when the window ended. */
final class Backlogs {
    private Backlogs() {}

    /** Finds backlogs that consumers took no faster than messages became due. */
    static List<Finding> lasting(Faults faults) {
        return remaining(faults, backlog -> !backlog.shrank())
                .map(backlog ->
                        Rules.BACKLOG_STAYS.found(backlog.left(), backlog.drainedPerSecond(), backlog.duePerSecond()))
                .toList();
    }

    /** Finds backlogs that shrank, of which only a longer window tells when they are drained. */
    static List<Finding> undecided(Faults faults) {
        return remaining(faults, Backlog::shrank)
                .map(backlog -> Rules.BACKLOG_OPEN.found(
                        backlog.left(),
                        backlog.drainedPerSecond(),
                        backlog.duePerSecond(),
                        DurationText.of(Math.round(backlog.left()
                                * Nanos.PER_SECOND
                                / (backlog.drainedPerSecond() - backlog.duePerSecond())))))
                .toList();
    }

    /** Returns when the last backlog had drained, from the start of measuring; empty if one remained. */
    static OptionalLong drainedNanos(Faults faults) {
        if (remaining(faults, any -> true).findAny().isPresent()) {
            return OptionalLong.empty();
        }
        return faults.outcomes().stream()
                .filter(outcome -> outcome.backlog() != null)
                .mapToLong(outcome -> outcome.atNanos()
                        + outcome.backlog().buildNanos()
                        + Objects.requireNonNullElse(outcome.backlog().drainNanos(), 0L))
                .max();
    }

    private static Stream<Backlog> remaining(Faults faults, Predicate<Backlog> are) {
        return faults.outcomes().stream()
                .map(Faults.Outcome::backlog)
                .filter(Objects::nonNull)
                .filter(Backlog::remained)
                .filter(are);
    }
}
