package io.twohop.cli.text;

import io.twohop.account.Accounting;
import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.judge.Verdicts;
import io.twohop.result.Faults;
import io.twohop.result.Faults.Aftermath;
import io.twohop.result.Faults.ClientError;
import io.twohop.result.Faults.Latency;
import io.twohop.result.Faults.Outcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The effects of faults, as lines of the summary. */
public final class FaultText {
    private static final int MOST_ERRORS = 5;
    private static final int LONGEST = 100;

    private FaultText() {}

    public static void print(Faults faults, Accounting account, PrintStream out) {
        Lines.named(
                "faults",
                Texts.format(
                        "lost %,d (%,d acknowledged, %,d silent), failed %,d%s, duplicated %,d%s",
                        faults.lost(),
                        faults.acknowledgedLost(),
                        faults.unansweredLost(),
                        faults.reportedLost(),
                        faults.dropped() == 0 ? "" : Texts.format(", dropped by the service %,d", faults.dropped()),
                        account.duplicated(),
                        faults.undelivered() == 0 ? "" : Texts.format(", undelivered %,d", faults.undelivered())),
                out);
        Verdicts.unacknowledged(account.acknowledged()).forEach(finding -> Lines.print("    ", finding.text(), out));
        faults.outcomes().forEach(outcome -> print(outcome, out));
        Lines.print("    latency before ", latency(faults.before()), out);
        Lines.print("            during ", latency(faults.during()), out);
        Lines.print("            after  ", latency(faults.after()), out);
        for (ClientError error : faults.errors().stream().limit(MOST_ERRORS).toList()) {
            Lines.print(
                    "    ",
                    Texts.format(
                            "clients said, from %s on, %,d times: %s",
                            DurationText.of(error.firstNanos()), error.count(), shortened(error.text())),
                    out);
        }
    }

    private static void print(Outcome outcome, PrintStream out) {
        Aftermath aftermath = outcome.aftermath();
        List<String> parts =
                new ArrayList<>(outcome.backlog() == null ? recovery(outcome) : BacklogText.lines(outcome.backlog()));
        parts.add(Texts.format(
                "lost %,d, failed %,d, duplicated %,d, out of order %,d",
                outcome.lost(), outcome.reported().messages(), outcome.duplicated(), outcome.outOfOrder()));
        Lines.print(
                "    ",
                outcome.what() + " at " + DurationText.of(outcome.atNanos())
                        + Lines.ofKnown(aftermath.outageNanos(), nanos -> " for " + DurationText.of(nanos)),
                out);
        parts.forEach(part -> Lines.print("      ", part, out));
    }

    private static List<String> recovery(Outcome outcome) {
        Aftermath aftermath = outcome.aftermath();
        List<String> parts = new ArrayList<>();
        parts.add(Optional.ofNullable(aftermath.noticedNanos())
                .map(nanos -> "noticed after " + DurationText.of(nanos) + " (" + shortened(aftermath.noticedBy()) + ")")
                .orElse("no client noticed"));
        parts.add("first message through " + after(aftermath.firstThroughNanos()));
        Optional.ofNullable(aftermath.longestGapNanos())
                .map(nanos -> "longest gap between arrivals " + DurationText.of(nanos)
                        + Lines.ofKnown(aftermath.longestGapLane(), lane -> " (lane " + lane + ")"))
                .ifPresent(parts::add);
        parts.add("latency as before " + after(aftermath.steadyNanos()));
        parts.add(Texts.format("at most %,d in flight", outcome.mostUnderWay())
                + Lines.ofKnown(aftermath.drainedNanos(), nanos -> ", drained " + after(nanos)));
        return parts;
    }

    private static String after(Long nanos) {
        return Optional.ofNullable(nanos)
                .map(time -> "after " + DurationText.of(time))
                .orElse("not within the run");
    }

    private static String latency(Latency latency) {
        if (latency.count() == 0) {
            return "no message";
        }
        StringBuilder text = new StringBuilder();
        latency.percentilesNanos()
                .forEach((label, nanos) -> text.append(label)
                        .append(' ')
                        .append(DurationText.of(nanos))
                        .append(", "));
        return text + "max " + DurationText.of(latency.maxNanos()) + Texts.format(" (%,d)", latency.count());
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
