package io.twohop.recording;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Makes Linux count what threads of this JVM ran up to now. It counts a running thread's time in ticks of up to 10 ms, unless asked
 * for the thread's CPU clock.
 */
final class ExactCounts implements Runnable {
    /** Leaves the counts as of the last tick. */
    static final Runnable NONE = () -> {};

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long[] ids;

    ExactCounts(List<String> names) {
        ids = Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(Objects::nonNull)
                .filter(thread -> names.contains(thread.getThreadName()))
                .mapToLong(ThreadInfo::getThreadId)
                .toArray();
    }

    @Override
    public void run() {
        THREADS.getThreadCpuTime(ids);
    }
}
