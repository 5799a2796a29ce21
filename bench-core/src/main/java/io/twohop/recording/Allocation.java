package io.twohop.recording;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Allocation of this JVM's threads, including those that have ended since the last reading. */
final class Allocation {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Set<Long> harness = new HashSet<>();
    private final Map<Long, Long> seen = new HashMap<>();
    private long total;
    private long own;

    /** @param sampler the thread that samples stalls; the calling thread is the monitor's */
    Allocation(Thread sampler) {
        harness.add(Thread.currentThread().getId());
        harness.add(sampler.getId());
    }

    /** Bytes since the JVM began. Of a thread that has ended it is what it had when it was last looked at. */
    record Sum(long totalBytes, long harnessBytes) {}

    Sum now() {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        ThreadInfo[] infos = threads.getThreadInfo(ids);
        for (int i = 0; i < ids.length; i++) {
            if (infos[i] == null || bytes[i] < 0) {
                continue;
            }
            long more = bytes[i] - seen.getOrDefault(ids[i], 0L);
            seen.put(ids[i], bytes[i]);
            total += more;
            if (harness.contains(ids[i]) || infos[i].getThreadName().startsWith("JFR ")) {
                own += more;
            }
        }
        return new Sum(total, own);
    }
}
