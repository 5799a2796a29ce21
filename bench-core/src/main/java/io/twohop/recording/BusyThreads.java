package io.twohop.recording;

import com.sun.management.ThreadMXBean;
import io.twohop.account.ThreadParts;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How long the measured system's own threads ran in this JVM between two samples, at least: a thread that waited for a core meanwhile
 * waited for these. Asks for the CPU clocks of those alone that took much of a core in the last second, for each costs a system
 * call. One thread.
 */
final class BusyThreads {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Part of a core that makes a thread busy. */
    private static final double MUCH = 0.05;

    /** Name that the JVM has for the thread that Linux calls as the program. */
    private static final String MAIN = "main";

    private static final String PROGRAM = "java";

    private final ThreadParts parts;
    private long[] known = {};
    private long[] knownNanos = {};
    private long lookedNanos;
    private long[] busy = {};
    private long busyNanos;

    BusyThreads(List<String> measuring, long nowNanos) {
        parts = new ThreadParts(measuring);
        look(nowNanos);
    }

    /** Returns the CPU time of the busy threads since the last sample, all together. */
    long sample(long nowNanos) {
        long before = busyNanos;
        busyNanos = ranNanos(busy);
        long ran = Math.max(0, busyNanos - before);
        if (nowNanos - lookedNanos >= LOOK_NANOS) {
            look(nowNanos);
        }
        return ran;
    }

    long ownNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private void look(long nowNanos) {
        long[] ran = known.length == 0 ? known : THREADS.getThreadCpuTime(known);
        double much = MUCH * (nowNanos - lookedNanos);
        busy = IntStream.range(0, ran.length)
                .filter(i -> ran[i] - knownNanos[i] >= much)
                .mapToLong(i -> known[i])
                .toArray();
        busyNanos = ranNanos(busy);
        known = Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(Objects::nonNull)
                .filter(thread -> isMeasured(thread.getThreadName()))
                .mapToLong(ThreadInfo::getThreadId)
                .toArray();
        knownNanos = known.length == 0 ? known : THREADS.getThreadCpuTime(known);
        lookedNanos = nowNanos;
    }

    /** Whether a thread of the JVM is the measured system's. */
    boolean isMeasured(String name) {
        String kept = name.equals(MAIN) ? PROGRAM : ThreadParts.asKept(name);
        return !parts.isMeasuring(kept) && !parts.isWatching(kept);
    }

    /** A thread that has ended counts as one that never ran. */
    private static long ranNanos(long[] ids) {
        return ids.length == 0
                ? 0
                : LongStream.of(THREADS.getThreadCpuTime(ids))
                        .map(nanos -> Math.max(0, nanos))
                        .sum();
    }
}
