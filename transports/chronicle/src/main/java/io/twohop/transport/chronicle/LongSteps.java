package io.twohop.transport.chronicle;

import io.twohop.transport.Occurrence;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.onoes.ExceptionHandler;
import org.slf4j.Logger;

/**
 * Records the steps that Chronicle reports to have taken a millisecond or more, such as growing a file or mapping a
 * block. Their former receiver still gets the reports.
 */
final class LongSteps implements ExceptionHandler {
    /** Pattern of a report, such as "Took 20165 us to grow file /data/20261123.cq4". */
    private static final Pattern REPORT =
            Pattern.compile("Took (\\d+) ?(us|ms) to ([A-Za-z]+(?: [A-Za-z]+)*?)(?: for)?(?: \\W.*)?");

    private final ExceptionHandler before;

    private LongSteps(ExceptionHandler before) {
        this.before = before;
    }

    /** Starts to listen to the reports of this process. */
    static synchronized void listen() {
        ExceptionHandler now = Jvm.perf().defaultHandler();
        if (!(now instanceof LongSteps)) {
            Jvm.setPerfExceptionHandler(new LongSteps(now));
        }
    }

    @Override
    public void on(Logger logger, String message, Throwable thrown) {
        Matcher report = REPORT.matcher(String.valueOf(message));
        if (report.matches()) {
            TimeUnit unit = report.group(2).equals("us") ? TimeUnit.MICROSECONDS : TimeUnit.MILLISECONDS;
            Occurrence.ended("Chronicle Queue: " + report.group(3), unit.toNanos(Long.parseLong(report.group(1))));
        }
        if (before != null) {
            before.on(logger, message, thrown);
        }
    }
}
