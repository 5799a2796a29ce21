package io.twohop.recording;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures what {@link PathThreads#read()} costs the monitor once a second, in a process of so many threads. */
final class PathThreadsCost {
    private static final int WARM_UP = 300;
    private static final int READS = 300;

    private PathThreadsCost() {}

    /** @param arguments numbers of threads */
    public static void main(String[] arguments) throws InterruptedException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int started = Thread.activeCount();
        for (String argument : arguments) {
            for (; started < Integer.parseInt(argument); started++) {
                Thread thread = new Thread(PathThreadsCost::sleep, "sleeper-" + started);
                thread.setDaemon(true);
                thread.start();
            }
            measure(threads);
        }
    }

    private static void measure(ThreadMXBean threads) {
        long self = Thread.currentThread().getId();
        try (PathThreads path = new PathThreads(Path.of("/proc"), List.of("main"), List.of(), Map::of)) {
            for (int i = 0; i < WARM_UP; i++) {
                path.read();
            }
            long[] nanos = new long[READS];
            long[] bytes = new long[READS];
            for (int i = 0; i < READS; i++) {
                long allocated = threads.getThreadAllocatedBytes(self);
                long start = System.nanoTime();
                path.read();
                nanos[i] = System.nanoTime() - start;
                bytes[i] = threads.getThreadAllocatedBytes(self) - allocated;
            }
            Arrays.sort(nanos);
            Arrays.sort(bytes);
            System.out.printf(
                    Locale.ROOT,
                    "%d Java threads: median %,d ns, p90 %,d ns, median %,d B a read%n",
                    threads.getThreadCount(),
                    nanos[READS / 2],
                    nanos[READS * 9 / 10],
                    bytes[READS / 2]);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
