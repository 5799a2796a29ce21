package io.twohop.transport.chronicle;

import io.twohop.transport.Occurrence;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.onoes.ExceptionHandler;
import org.slf4j.Logger;

/**
 * Puts into the flight recording what Chronicle itself reports to have taken a millisecond or more, such as to grow a file or
 * to map its next block, on the thread that did it. Its reports go on to their former receiver.
 */
final class LongSteps implements ExceptionHandler {
    /** Such as "Took 20165 us to grow file /data/20261123.cq4". */
    private static final Pattern REPORT =
            Pattern.compile("Took (\\d+) ?(us|ms) to ([A-Za-z]+(?: [A-Za-z]+)*?)(?: for)?(?: \\W.*)?");

    private final ExceptionHandler before;

    private LongSteps(ExceptionHandler before) {
        this.before = before;
    }

    /** Has the reports of this process listened to, from the first call on. */
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
