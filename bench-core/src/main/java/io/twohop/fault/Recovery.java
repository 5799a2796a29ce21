package io.twohop.fault;

import io.twohop.account.Histograms;
import io.twohop.measure.Window;
import io.twohop.workload.Percentiles;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * When latency was as before a fault again: from the first second in which 99 % of the messages took no longer than twice
 * the p99 before the first fault.
 */
final class Recovery {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int STEADY_FACTOR = 2;

    private final MessageTimes times;
    private final Window window;
    private final List<Injection> injections;
    private final long[] steadyFrom;

    Recovery(MessageTimes times, Window window, List<Injection> injections) {
        this.times = times;
        this.window = window;
        this.injections = injections;
        this.steadyFrom = find();
    }

    /** The intended time from which on messages are as they were before; {@link MessageTimes#NEVER} if not before the next. */
    long steadyFrom(int fault) {
        return steadyFrom[fault];
    }

    /** When the next fault begins, or measuring ends. */
    long next(int fault) {
        return fault + 1 < injections.size() ? begin(fault + 1) : window.measureEndNanos();
    }

    private long begin(int fault) {
        return injections.get(fault).beganNanos();
    }

    private long[] find() {
        Histogram before = Histograms.newHistogram();
        for (int i = 0; i < times.count(); i++) {
            if (times.intended(i) >= window.measureStartNanos() && times.arrived(i) < begin(0)) {
                before.recordValue(times.latencyNanos(i));
            }
        }
        long[] from = new long[injections.size()];
        Arrays.fill(from, MessageTimes.NEVER);
        if (Percentiles.supports(before.getTotalCount(), Endings.STEADY_PERCENTILE)) {
            long limitNanos = STEADY_FACTOR * before.getValueAtPercentile(Endings.STEADY_PERCENTILE);
            for (int fault = 0; fault < from.length; fault++) {
                from[fault] = find(fault, limitNanos);
            }
        }
        return from;
    }

    private long find(int fault, long limitNanos) {
        Injection injection = injections.get(fault);
        // What is due while consumers are stopped waits, however short that is beside the usual latency.
        long first = injection.fault().stopsConsumers() ? Math.max(begin(fault), injection.endedNanos()) : begin(fault);
        for (long from = first; from + Endings.STEADY_NANOS <= next(fault); from += STEP_NANOS) {
            if (isSteady(from, limitNanos)) {
                return from;
            }
        }
        return MessageTimes.NEVER;
    }

    private boolean isSteady(long from, long limitNanos) {
        int first = times.firstDueAt(from);
        int end = times.firstDueAt(from + Endings.STEADY_NANOS);
        int slow = 0;
        for (int i = first; i < end; i++) {
            if (times.arrived(i) == MessageTimes.NEVER || times.arrived(i) - times.intended(i) > limitNanos) {
                slow++;
            }
        }
        return end > first && slow <= (end - first) * (100 - Endings.STEADY_PERCENTILE) / 100;
    }
}
