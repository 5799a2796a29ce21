package io.twohop.pipeline;

import io.twohop.account.DurationText;
import io.twohop.replay.ReadAhead;
import io.twohop.transport.Incident;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What happened to arrivals that came from a file. */
final class ReplayIncidents {
    /** Longer than this, a run over a file looks as if it stood still. */
    private static final long LONG_GAP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private ReplayIncidents() {}

    static List<Incident> of(ReadAhead file, List<Generator<?>> generators) {
        List<Incident> incidents = new ArrayList<>();
        long readTooLate = 0;
        boolean unread = false;
        for (Generator<?> generator : generators) {
            ScheduledGenerator<?> scheduled = (ScheduledGenerator<?>) generator;
            readTooLate += scheduled.readTooLate();
            unread |= scheduled.isUnread();
        }
        if (file.failure() != null) {
            incidents.add(new Incident(
                    "the file of arrivals could not be read to the end of the window: " + file.failure(),
                    "repair or replace the file, which was whole when the run began",
                    true));
        } else if (unread) {
            incidents.add(new Incident(
                    "the file of arrivals was not read to the end of the window",
                    "put it on a faster disk, or unpack it",
                    true));
        }
        if (readTooLate > 0) {
            incidents.add(new Incident(
                    String.format(
                            Locale.ROOT,
                            "arrivals were read too slowly: %,d times a message was due before its time had been read",
                            readTooLate),
                    "leave a core to the thread that reads, put the file on a faster disk, unpack it, or lower arrivals.speed",
                    true));
        }
        if (file.longestGapNanos() > LONG_GAP_NANOS) {
            incidents.add(new Incident(
                    String.format(
                            Locale.ROOT,
                            "no message was due for %s, which ended with line %d of the file of arrivals",
                            DurationText.of(file.longestGapNanos()),
                            file.longestGapLine()),
                    "cut the gap out of the file, or raise arrivals.speed",
                    false));
        }
        return incidents;
    }
}
