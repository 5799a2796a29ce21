package io.twohop.recording;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashSet;
import java.util.Set;

/**
 * What the threads of this JVM have allocated. The harness's own are told apart: the monitor's thread, the sampler's and
 * the flight recorder's allocate whatever is measured.
 */
final class Allocation {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Set<Long> harness = new HashSet<>();

    /** @param sampler the thread that samples stalls; the calling thread is the monitor's */
    Allocation(Thread sampler) {
        harness.add(Thread.currentThread().getId());
        harness.add(sampler.getId());
    }

    /**
     * Bytes by all threads alive and by those of the harness.
     *
     * @param totalBytes of all threads
     * @param harnessBytes of those that are the harness's own
     */
    record Sum(long totalBytes, long harnessBytes) {}

    Sum now() {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        ThreadInfo[] infos = threads.getThreadInfo(ids);
        long total = 0;
        long own = 0;
        for (int i = 0; i < ids.length; i++) {
            if (infos[i] == null || bytes[i] < 0) {
                continue;
            }
            total += bytes[i];
            if (harness.contains(ids[i]) || infos[i].getThreadName().startsWith("JFR ")) {
                own += bytes[i];
            }
        }
        return new Sum(total, own);
    }
}
