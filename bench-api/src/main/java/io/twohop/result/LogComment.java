package io.twohop.result;

import io.twohop.workload.Probe;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The comment of a result's HdrHistogram logs, which distinguishes them from logs of other tools. */
public final class LogComment {
    private static final Pattern FORM = Pattern.compile("#\\[(\\w+) from [^,]+, nanoseconds; .*");

    private LogComment() {}

    /** Returns the comment of a probe's log. */
    public static String of(Probe probe) {
        String begin = probe == Probe.IN_SERVICE ? "the request's append" : "intended time";
        return "[" + probe.key() + " from " + begin + ", nanoseconds; times count from the start of measuring]";
    }

    /** Returns the probe that a line of a log names; empty for any other line. */
    public static Optional<String> probe(String line) {
        return Optional.of(FORM.matcher(line)).filter(Matcher::matches).map(match -> match.group(1));
    }
}
