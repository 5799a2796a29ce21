package io.twohop.pipeline;

import io.twohop.account.DurationText;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.replay.ReadAhead;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What happened to arrivals that came from a file. */
final class ReplayIncidents {
    /** Longer than this, a run over a file looks as if it stood still. */
    private static final long LONG_GAP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private ReplayIncidents() {}

    static List<Finding> of(ReadAhead file, List<Generator<?>> generators) {
        List<Finding> incidents = new ArrayList<>();
        long readTooLate = 0;
        boolean unread = false;
        for (Generator<?> generator : generators) {
            ScheduledGenerator<?> scheduled = (ScheduledGenerator<?>) generator;
            readTooLate += scheduled.readTooLate();
            unread |= scheduled.isUnread();
        }
        if (file.failure() != null) {
            incidents.add(Rules.ARRIVALS_UNREADABLE.found(file.failure()));
        } else if (unread) {
            incidents.add(Rules.ARRIVALS_UNREAD.found());
        }
        if (readTooLate > 0) {
            incidents.add(Rules.ARRIVALS_READ_LATE.found(readTooLate));
        }
        if (file.longestGapNanos() > LONG_GAP_NANOS) {
            incidents.add(Rules.ARRIVALS_GAP.found(DurationText.of(file.longestGapNanos()), file.longestGapLine()));
        }
        return incidents;
    }
}
