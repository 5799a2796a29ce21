package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By real threads and their CPU clocks; the time between two looks is the test's. */
class BusyThreadsTest {
    private static final ThreadMXBean CLOCKS = ManagementFactory.getThreadMXBean();
    private static final String MEASURING = "generator-0";
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** More than a twentieth of a second. */
    private static final long MUCH = TimeUnit.MILLISECONDS.toNanos(60);

    private volatile boolean stopped;

    /** A thread that spins until the test ends, and has run for long enough. */
    private Thread spinning(String name) {
        Thread thread = new Thread(
                () -> {
                    while (!stopped) {
                        Thread.onSpinWait();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static long ranNanos(Thread thread) {
        return Math.max(0, CLOCKS.getThreadCpuTime(thread.getId()));
    }

    private static void letRun(Thread thread) {
        long until = ranNanos(thread) + MUCH;
        while (ranNanos(thread) < until) {
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void stop() {
        stopped = true;
    }

    @Test
    void shouldCountAThreadOfTheTransportOnceItWasBusy() {
        Thread transport = spinning("media-driver");
        BusyThreads busy = new BusyThreads(List.of(MEASURING), 0);
        letRun(transport);

        assertThat(busy.sample(SECOND / 2)).as("nobody has looked yet").isZero();
        busy.sample(SECOND);
        long before = ranNanos(transport);
        letRun(transport);
        long atLeast = ranNanos(transport) - before;

        assertThat(busy.sample(SECOND + 1)).isGreaterThanOrEqualTo(atLeast);
    }

    @ParameterizedTest
    @CsvSource({
        "generator-0, false",
        "stall-sampler, false",
        "JFR Recorder Thread, false",
        "main, false",
        "media-driver, true",
        "main-io, true"
    })
    void shouldCountNeitherThreadsOfAgentsNorThoseThatWatch(String name, boolean measured) {
        assertThat(new BusyThreads(List.of(MEASURING), 0).isMeasured(name)).isEqualTo(measured);
    }

    /** What it ran in its last moments is lost, and nothing is taken from the others. */
    @Test
    void shouldNotCountBackwardsWhenAThreadEnds() throws InterruptedException {
        Thread transport = spinning("media-driver");
        BusyThreads busy = new BusyThreads(List.of(MEASURING), 0);
        letRun(transport);
        busy.sample(SECOND);
        stopped = true;
        transport.join();

        assertThat(busy.sample(SECOND + 1)).isNotNegative();
    }
}
