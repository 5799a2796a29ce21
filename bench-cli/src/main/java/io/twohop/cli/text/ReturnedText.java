package io.twohop.cli.text;

import io.twohop.config.Secrets;
import io.twohop.config.Texts;
import io.twohop.pipeline.deployed.Returned;
import io.twohop.pipeline.deployed.Returned.Outcome;
import io.twohop.pipeline.deployed.Returned.Part;
import io.twohop.workload.Correlation;
import io.twohop.workload.Deployment;
import io.twohop.workload.ReplyField;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Prints the findings of {@code bench doctor --service}: whether each part of a request came back, and the key of the workload to use. */
public final class ReturnedText {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final Pattern PLAIN = Pattern.compile("[\\w/.~-]+");

    private ReturnedText() {}

    public static void print(Deployment service, Returned returned, PrintStream out) {
        Lines.print("", conclusion(service, returned), out);
        String topic = service.expected().topic();
        if (topic != null && answersInboxesOnly(returned)) {
            Lines.print("", "no reply on " + topic + ", where requests without an inbox want it", out);
        }
        if (!returned.failure().isEmpty()) {
            Lines.print(
                    "",
                    Secrets.redact("it reports an error of the service in place of an answer: " + returned.failure()),
                    out);
        }
        if (returned.otherReplies() > 0) {
            Lines.print("", others(returned), out);
        }
        if (!returned.consumers().isEmpty()) {
            Lines.print("", returned.consumers(), out);
        }
        out.println();
        TextTable table = new TextTable().left(0).left(0);
        table.row(List.of("part", "came back"));
        returned.parts().forEach(part -> table.row(List.of(part.name(), cameBack(part))));
        table.print("  ", out);
        out.println();
        if (returned.isMeasurable()) {
            out.println("for the workload's service, the best first:");
            returned.parts().stream()
                    .flatMap(part -> part.correlation().stream())
                    .forEach(correlation -> out.println("  correlate: " + yaml(correlation)
                            + (correlation.usesInbox() && topic != null ? "  # instead of replies" : "")));
            if (returned.replies() > 1) {
                out.println("and, if each request has as many:");
                out.println("  replies: {" + (topic == null ? "" : "topic: " + quoted(topic) + ", ") + "perRequest: "
                        + returned.replies() + "}");
            }
        }
    }

    private static boolean answersInboxesOnly(Returned returned) {
        return returned.otherReplies() == 0
                && returned.isMeasurable()
                && returned.parts().stream()
                        .allMatch(part -> part.outcome() == Outcome.ABSENT
                                || part.correlation()
                                        .filter(Correlation::usesInbox)
                                        .isPresent());
    }

    private static String conclusion(Deployment service, Returned returned) {
        String sent = returned.requests() + (returned.requests() == 1 ? " request" : " requests") + " on "
                + service.requests();
        if (returned.firstReply().isPresent()) {
            return sent + "; the first reply came after "
                    + millis(returned.firstReply().get())
                    + (returned.replies() > 1 ? ", and " + (returned.replies() - 1) + " more to the same request" : "");
        }
        return sent
                + (returned.otherReplies() > 0
                        ? ", and no reply has a part of one; let the service pass an id on"
                        : ", and no reply; check that the service runs, what it reads and where it writes");
    }

    private static String others(Returned returned) {
        long number = returned.otherReplies();
        String text = (number == 1 ? "1 reply has" : Texts.format("%,d replies have", number))
                + " no part of these requests, the first: " + returned.example();
        return Secrets.redact(text);
    }

    private static String millis(Duration time) {
        return Texts.format("%.1f ms", time.toNanos() / NANOS_PER_MILLI);
    }

    private static String cameBack(Part part) {
        return switch (part.outcome()) {
            case RETURNED -> part.place().isEmpty() ? "yes" : "yes, at " + part.place();
            case ELSEWHERE -> "no, only " + part.place() + ", where runs do not look";
            case NEW_TRACE -> "no, the reply has a valid trace of its own";
            case ABSENT -> "no";
        };
    }

    private static String yaml(Correlation correlation) {
        if (correlation.usesInbox()) {
            return "{inbox: true}";
        }
        if (correlation.usesKey()) {
            return "{key: true}";
        }
        return correlation.header() != null
                ? "{header: " + quoted(correlation.header()) + "}"
                : "{field: " + yaml(correlation.field()) + "}";
    }

    private static String yaml(ReplyField field) {
        if (field.isBinary()) {
            return "{offset: " + field.offset() + ", length: " + field.length() + "}";
        }
        return field.inReply().equals(field.inRequest())
                ? quoted(field.inRequest())
                : "{request: " + quoted(field.inRequest()) + ", reply: " + quoted(field.inReply()) + "}";
    }

    private static String quoted(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "''") + "'";
    }
}
