package io.twohop.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.result.Costs;
import io.twohop.result.Costs.ProcessCost;
import io.twohop.result.Costs.ThreadCost;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CostMeterTest {
    private static final long OWN = ProcessHandle.current().pid();
    private static final List<String> MEASURING = List.of("generator-0+sink-0", "service-0");
    private static final double EXACTLY = 1e-9;

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong messages = new AtomicLong();

    @TempDir
    Path proc;

    private CostMeter meter(Map<String, ProcessHandle> others) {
        return new CostMeter(proc, MEASURING, () -> others, messages::get, nanos::get);
    }

    private void machine(long busyTicks, long loopbackBytes) throws IOException {
        // User, nice, system, idle, waiting, interrupts of both kinds, stolen.
        Files.writeString(
                proc.resolve("stat"),
                "cpu  " + (busyTicks - 4) + " 1 1 999 888 1 1 777 0 0\ncpu0 9 9 9 9 9 9 9 9 9 9\n");
        Files.createDirectories(proc.resolve("self/net"));
        Files.writeString(
                proc.resolve("self/net/dev"),
                "Inter-|   Receive\n face |bytes    packets\n    lo: " + loopbackBytes + "  17 0 0\n  eth0: 5 5 0 0\n");
    }

    private void process(long pid, long userTicks, long kernelTicks, long residentKilo, long writtenBytes)
            throws IOException {
        Path directory = Files.createDirectories(proc.resolve(Long.toString(pid)));
        stat(directory, "java", userTicks, kernelTicks, "1 1 1");
        Files.writeString(directory.resolve("status"), "Name:\tjava\nVmRSS:\t  " + residentKilo + " kB\n");
        Files.writeString(directory.resolve("io"), "rchar: 77\nread_bytes: 4096\nwrite_bytes: " + writtenBytes + "\n");
        Files.createDirectories(directory.resolve("task"));
    }

    private void thread(long pid, int number, String name, long userTicks, long kernelTicks, String schedule)
            throws IOException {
        Path task = Files.createDirectories(proc.resolve(pid + "/task/" + number));
        stat(task, name, userTicks, kernelTicks, schedule);
    }

    private static void stat(Path directory, String name, long userTicks, long kernelTicks, String schedule)
            throws IOException {
        Files.writeString(
                directory.resolve("stat"),
                "7 (" + name + ") R 1 1 1 0 -1 4 1 0 0 0 " + userTicks + " " + kernelTicks + " 0 0 20 0\n");
        Files.writeString(directory.resolve("schedstat"), schedule + "\n");
    }

    private static ThreadCost named(ProcessCost process, String name) {
        return process.threads().stream()
                .filter(thread -> thread.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldReportWhatEachPartTook() throws Exception {
        machine(1_000, 500);
        process(OWN, 100, 20, 1_000, 8_192);
        thread(OWN, 1, "generator-0+sin", 50, 10, "600000000 5000000 10");
        thread(OWN, 2, "GC Thread#0", 0, 0, "1000 0 1");
        thread(OWN, 3, "GC Thread#1", 0, 0, "1000 0 1");
        thread(OWN, 4, "a (b) c 1", 0, 0, "0 0 0");
        CostMeter meter = meter(Map.of());
        meter.begin();

        nanos.set(TimeUnit.SECONDS.toNanos(2));
        messages.set(1_000);
        machine(1_400, 10_500);
        process(OWN, 250, 70, 2_000, 12_288);
        thread(OWN, 1, "generator-0+sin", 170, 40, "2100000000 15000000 110");
        thread(OWN, 2, "GC Thread#0", 0, 0, "100001000 7 2");
        thread(OWN, 3, "GC Thread#1", 0, 0, "300001000 0 4");
        thread(OWN, 4, "a (b) c 1", 0, 0, "0 0 0");
        // It was not there before.
        thread(OWN, 5, "nats:7", 2, 2, "40000000 0 3");
        Costs costs = meter.end().orElseThrow();

        assertThat(costs.seconds()).isEqualTo(2);
        assertThat(costs.messages()).isEqualTo(1_000);
        assertThat(costs.loopbackBytes()).isEqualTo(10_000);
        assertThat(costs.processes()).singleElement().satisfies(own -> {
            assertThat(own.name()).isEqualTo("bench");
            assertThat(own.residentBytes()).isEqualTo(2_000 * 1_024);
            assertThat(own.writtenBytes()).isEqualTo(4_096);
            assertThat(own.readBytes()).isZero();
            // The busiest first; nothing of the one that did nothing.
            assertThat(own.threads())
                    .extracting(ThreadCost::part)
                    .containsExactly("generator+sink", "gc", "ended", "client");
            ThreadCost agents = named(own, "generator-0+sin");
            assertThat(agents.cpuSeconds()).isCloseTo(1.5, within(EXACTLY));
            assertThat(agents.kernelSeconds()).isCloseTo(1.5 * 30 / 150, within(EXACTLY));
            assertThat(agents.waitedSeconds()).isCloseTo(0.01, within(EXACTLY));
            assertThat(agents.switches()).isEqualTo(100);
            ThreadCost collector = named(own, "GC Thread");
            assertThat(collector.count()).isEqualTo(2);
            assertThat(collector.cpuSeconds()).isCloseTo(0.4, within(EXACTLY));
            assertThat(named(own, "nats").cpuSeconds()).isCloseTo(0.04, within(EXACTLY));
            // 200 ticks of the process less what its threads ran.
            assertThat(named(own, "threads that ended").cpuSeconds()).isCloseTo(0.06, within(EXACTLY));
        });
        assertThat(costs.cpuSeconds()).isCloseTo(2.0, within(EXACTLY));
        assertThat(costs.cores()).isCloseTo(1.0, within(EXACTLY));
        assertThat(costs.cpuMicrosPerMessage()).isCloseTo(2_000, within(1e-6));
        assertThat(costs.messagesPerCoreSecond()).isCloseTo(500, within(1e-6));
        assertThat(costs.kernelShare()).isCloseTo((0.3 + 0.02) / 2, within(EXACTLY));
        assertThat(costs.elsewhereCpuSeconds()).isCloseTo(2.0, within(EXACTLY));
    }

    @Test
    void shouldCountAServerThatWasThereAllTheTime() throws Exception {
        Process lasting = new ProcessBuilder("sleep", "60").start();
        Process ended = new ProcessBuilder("sleep", "60").start();
        Process startedAgain = new ProcessBuilder("sleep", "60").start();
        try {
            machine(100, 0);
            process(OWN, 0, 0, 1, 0);
            process(lasting.pid(), 0, 0, 1, 0);
            process(ended.pid(), 0, 0, 1, 0);
            process(startedAgain.pid(), 0, 0, 1, 0);
            Map<String, ProcessHandle> servers = new LinkedHashMap<>();
            servers.put("broker-1", lasting.toHandle());
            servers.put("broker-2", ended.toHandle());
            CostMeter meter = meter(servers);
            meter.begin();

            thread(lasting.pid(), 1, "generator-0+sin", 0, 0, "500000000 0 1");
            servers.put("broker-2", startedAgain.toHandle());
            Costs costs = meter.end().orElseThrow();

            assertThat(costs.processes()).extracting(ProcessCost::name).containsExactly("bench", "broker-1");
            // Whatever its threads are called.
            assertThat(costs.processes().get(1).threads())
                    .singleElement()
                    .satisfies(thread -> assertThat(thread.part()).isEqualTo("server"));
            assertThat(costs.cpuMicrosPerMessage()).isNull();
        } finally {
            List.of(lasting, ended, startedAgain).forEach(Process::destroyForcibly);
        }
    }

    @Test
    void shouldSayNothingWhereNobodyCounts() {
        CostMeter meter = meter(Map.of());
        assertThat(meter.end()).isEmpty();
        meter.begin();
        assertThat(meter.end()).isEmpty();
    }

    /** What is missing must not cost a run its result. */
    @Test
    void shouldSayNothingOfWhatItDoesNotUnderstand() throws Exception {
        process(OWN, 1, 1, 1, 1);
        thread(OWN, 7, "sink-0", 1, 1, "soon");
        Files.writeString(proc.resolve("stat"), "cpu\n");
        CostMeter meter = meter(Map.of());
        meter.begin();
        nanos.set(1_000_000_000);
        Costs costs = meter.end().orElseThrow();

        assertThat(costs.processes())
                .singleElement()
                .satisfies(own -> assertThat(own.threads()).isEmpty());
        assertThat(costs.elsewhereCpuSeconds()).isNull();
        assertThat(costs.cpuMicrosPerMessage()).isNull();

        Files.writeString(proc.resolve(OWN + "/stat"), "nothing of the kind");
        assertThat(meter.end()).isEmpty();
    }

    /** Against what the JVM counts of the same thread. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldSeeWhatAThreadReallyRan() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicLong ranNanos = new AtomicLong();
        Thread busy = new Thread(
                () -> {
                    try {
                        began.await();
                        while (ranNanos.get() < TimeUnit.MILLISECONDS.toNanos(300)) {
                            ranNanos.set(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
                        }
                        messages.set(10);
                        mayEnd.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "generator-0+sink-0");
        busy.start();
        CostMeter meter = new CostMeter(MEASURING, Map::of, messages::get);
        meter.begin();
        began.countDown();
        while (messages.get() == 0) {
            Thread.sleep(1);
        }
        Costs costs = meter.end().orElseThrow();
        mayEnd.countDown();
        busy.join();

        ProcessCost own = costs.processes().get(0);
        ThreadCost agents = own.threads().stream()
                .filter(thread -> thread.part().equals("generator+sink"))
                .findFirst()
                .orElseThrow();
        assertThat(agents.cpuSeconds()).isBetween(0.27, ranNanos.get() / 1e9 + 0.1);
        assertThat(own.residentBytes()).isGreaterThan(10_000_000);
        assertThat(costs.elsewhereCpuSeconds()).isNotNegative();
    }
}
