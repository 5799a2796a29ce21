package io.twohop.cli.text;

import io.twohop.result.Faults;
import io.twohop.result.Faults.ClientError;
import io.twohop.result.Faults.Latency;
import io.twohop.result.Faults.Outcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What faults did, as lines of a summary. */
public final class FaultText {
    private static final int MOST_ERRORS = 5;
    private static final int LONGEST = 100;

    private FaultText() {}

    public static void print(Faults faults, long duplicated, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "  faults    lost %,d (%,d acknowledged, %,d reported to the sender, %,d in silence), doubled %,d%s%n",
                faults.lost(),
                faults.acknowledgedLost(),
                faults.reportedLost(),
                faults.unansweredLost(),
                duplicated,
                faults.undelivered() == 0 ? "" : String.format(Locale.ROOT, ", not arrived %,d", faults.undelivered()));
        faults.outcomes().forEach(outcome -> print(outcome, out));
        out.println("    latency before " + latency(faults.before()));
        out.println("            during " + latency(faults.during()));
        out.println("            after  " + latency(faults.after()));
        for (ClientError error : faults.errors().stream().limit(MOST_ERRORS).toList()) {
            out.printf(
                    Locale.ROOT,
                    "    clients said, from %s on, %,d times: %s%n",
                    time(error.firstNanos()),
                    error.count(),
                    shortened(error.text()));
        }
    }

    private static void print(Outcome outcome, PrintStream out) {
        List<String> parts = new ArrayList<>();
        parts.add(
                outcome.noticedNanos() == null
                        ? "no client noticed"
                        : "noticed after " + time(outcome.noticedNanos()) + " (" + shortened(outcome.noticedBy())
                                + ")");
        parts.add("first message through " + after(outcome.firstThroughNanos()));
        if (outcome.longestGapNanos() != null) {
            parts.add("longest gap between arrivals " + time(outcome.longestGapNanos())
                    + (outcome.longestGapLane() == null ? "" : " (lane " + outcome.longestGapLane() + ")"));
        }
        parts.add("latency as before " + after(outcome.steadyNanos()));
        parts.add(String.format(Locale.ROOT, "at most %,d under way", outcome.mostUnderWay())
                + (outcome.drainedNanos() == null ? "" : ", drained " + after(outcome.drainedNanos())));
        parts.add(String.format(
                Locale.ROOT,
                "lost %,d, doubled %,d, out of order %,d",
                outcome.lost(),
                outcome.duplicated(),
                outcome.outOfOrder()));
        out.println("    " + outcome.what() + " at " + time(outcome.atNanos())
                + (outcome.outageNanos() == null ? "" : " for " + time(outcome.outageNanos())));
        parts.forEach(part -> out.println("      " + part));
    }

    private static String after(Long nanos) {
        return nanos == null ? "not within the run" : "after " + time(nanos);
    }

    private static String latency(Latency latency) {
        if (latency.count() == 0) {
            return "no message";
        }
        StringBuilder text = new StringBuilder();
        latency.percentilesNanos()
                .forEach((label, nanos) ->
                        text.append(label).append(' ').append(time(nanos)).append(", "));
        return text + "max " + time(latency.maxNanos()) + String.format(Locale.ROOT, " (%,d)", latency.count());
    }

    private static String time(long nanos) {
        if (nanos >= 1_000_000_000) {
            return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
        }
        Units units = Units.fitting(nanos);
        return units.format(nanos) + " " + units.symbol();
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
