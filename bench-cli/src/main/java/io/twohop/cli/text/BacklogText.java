package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.config.Volume;
import io.twohop.result.Faults.Backlog;
import io.twohop.result.Faults.Latency;
import io.twohop.result.Faults.Sending;
import java.util.ArrayList;
import java.util.List;

/** A backlog that stopped consumers built, as lines of the summary. */
final class BacklogText {
    private static final List<String> SHOWN = List.of("p99", "p90", "p50");

    private BacklogText() {}

    static List<String> lines(Backlog backlog) {
        List<String> lines = new ArrayList<>();
        lines.add(Texts.format(
                "backlog of %,d messages (%s) built in %s",
                backlog.messages(), Volume.text(backlog.bytes()), DurationText.of(backlog.buildNanos())));
        lines.add(drain(backlog));
        boolean isKnown = backlog.producers().before().sent().percentilesNanos().containsKey("p99");
        lines.add("latency as before "
                + (backlog.steadyNanos() == null
                        ? isKnown ? "not within the run" : "unknown: too few messages before the first fault"
                        : DurationText.of(backlog.steadyNanos()) + " after consumers started"));
        lines.add("producers before   " + sending(backlog.producers().before()));
        lines.add("          building " + sending(backlog.producers().building()));
        lines.add("          draining " + sending(backlog.producers().draining()));
        return lines;
    }

    private static String drain(Backlog backlog) {
        String rates = Texts.format(
                "%,.0f messages/s arrived, %,.0f/s were due", backlog.drainedPerSecond(), backlog.duePerSecond());
        if (backlog.remained()) {
            return Texts.format("not drained: %,d messages left; ", backlog.left()) + rates;
        }
        if (backlog.drainNanos() == null) {
            return "no more messages in flight than before";
        }
        double times = backlog.duePerSecond() == 0 ? 0 : backlog.drainedPerSecond() / backlog.duePerSecond();
        return "drained in " + DurationText.of(backlog.drainNanos()) + ": " + rates
                + (times == 0 ? "" : Texts.format(" (%.1f times as many)", times));
    }

    private static String sending(Sending sending) {
        if (sending.sent().count() == 0) {
            return "no message";
        }
        return "sent " + latency(sending.sent())
                + (sending.acknowledged().count() == 0 ? "" : "; acknowledged " + latency(sending.acknowledged()))
                + Texts.format("; pushed back %,d", sending.pushedBack());
    }

    /** Returns the highest percentile up to the 99th that the samples support, and the maximum. */
    private static String latency(Latency latency) {
        return SHOWN.stream()
                        .filter(latency.percentilesNanos()::containsKey)
                        .findFirst()
                        .map(label -> label + " "
                                + DurationText.of(latency.percentilesNanos().get(label)) + ", ")
                        .orElse("")
                + "max " + DurationText.of(latency.maxNanos());
    }
}
