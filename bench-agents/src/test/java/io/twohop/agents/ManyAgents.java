package io.twohop.agents;

import io.twohop.account.Interval;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.Protocol;
import io.twohop.result.Fork;
import io.twohop.transport.kit.OwnedDirectory;
import io.twohop.transport.nats.TestServer;
import io.twohop.workload.Workload;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * What a coordinator takes for what many loads measured: each hands over the same report, by a connection of its own, to a real control
 * server. Arguments: how many loads, a load's {@code report.json}, how many seconds it is made to have measured.
 */
final class ManyAgents {
    private static final String CALL = "many";
    private static final int HAND_OVERS = 8;

    private ManyAgents() {}

    public static void main(String[] arguments) throws Exception {
        int loads = Integer.parseInt(arguments[0]);
        int seconds = Integer.parseInt(arguments[2]);
        PartReport report = lasting(Protocol.JSON.readValue(new File(arguments[1]), PartReport.class), seconds);
        Path directory = Files.createTempDirectory("twohop-many-");
        Path handedOver = Files.createDirectories(directory.resolve("load"));
        Protocol.JSON.writeValue(handedOver.resolve(PartReport.FILE).toFile(), report);
        long bytes = Files.size(handedOver.resolve(PartReport.FILE));
        try (TestServer server =
                        new TestServer(directory, "jetstream: { store_dir: \"" + directory.resolve("store") + "\" }");
                Control control =
                        Control.connect(new ControlOptions(server.url()), Control.Side.BENCH, "coordinator")) {
            control.makeStream();
            long start = System.nanoTime();
            store(loads, handedOver, server.url());
            long stored = System.nanoTime();
            Merge merge = new Merge(1, workload(seconds).scenario(), loads);
            long takenNanos = 0;
            for (int load = 1; load <= loads; load++) {
                long begin = System.nanoTime();
                Path taken =
                        new PartFiles(control, CALL, 1, load).take(directory).get(0);
                PartReport its = Protocol.JSON.readValue(taken.toFile(), PartReport.class);
                takenNanos += System.nanoTime() - begin;
                merge.add(member(load), its);
                Files.delete(taken);
            }
            Fork fork = merge.toFork(Optional.empty());
            long merged = System.nanoTime();
            System.out.printf(
                    Locale.ROOT,
                    "%d loads of %d s: %,d bytes each (%,d a second), stored in %.1f s, taken in %.1f s, merged in"
                            + " %.1f s; %,d seconds in the result, %,d MB of heap; %d bytes in an agent's message of each"
                            + " second%n",
                    loads,
                    seconds,
                    bytes,
                    bytes / seconds,
                    (stored - start) / 1e9,
                    takenNanos / 1e9,
                    (merged - stored - takenNanos) / 1e9,
                    fork.intervals().size(),
                    (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20,
                    Protocol.line(beat()).length());
        }
        OwnedDirectory.delete(directory);
    }

    private static void store(int loads, Path files, String url) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(HAND_OVERS);
        List<Future<?>> all = new ArrayList<>();
        for (int load = 1; load <= loads; load++) {
            int number = load;
            all.add(pool.submit(() -> {
                try (Control control = Control.connect(new ControlOptions(url), Control.Side.AGENT, "load " + number)) {
                    new PartFiles(control, CALL, 1, number).store(files);
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        pool.shutdown();
    }

    private static PartReport lasting(PartReport report, int seconds) {
        List<Interval> own = report.load().intervals();
        List<Interval> all = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            Interval interval = own.get(1 + second % (own.size() - 2));
            long start = TimeUnit.SECONDS.toNanos(second);
            all.add(new Interval(
                    Interval.Phase.MEASURE,
                    start,
                    start + TimeUnit.SECONDS.toNanos(1),
                    interval.countedNanos(),
                    interval.due(),
                    interval.sent(),
                    interval.completed(),
                    interval.acknowledged(),
                    interval.publishedBytes(),
                    interval.arrivedBytes(),
                    interval.latencies()));
        }
        PartReport.Load load = report.load();
        return new PartReport(
                new PartReport.Load(load.started(), all, load.ended(), null, null, null),
                PartReport.Service.NONE,
                null,
                List.of());
    }

    private static Beat beat() {
        return new Beat(
                UUID.randomUUID().toString(), 1, Beat.Phase.WORKING, null, null, 59.9, 1_000_000, 1_000_000, List.of());
    }

    private static Workload workload(int seconds) {
        return Workload.read(YamlDocument.parse("many.yaml", "rate: 1M\nduration: " + seconds + "s\n"));
    }

    private static Member member(int number) {
        return new Member(
                number,
                new AgentInfo(
                        "id-" + number,
                        "load-" + number,
                        "",
                        "17",
                        2,
                        "m",
                        "tsc",
                        "",
                        Set.of(AgentRole.LOAD),
                        Map.of()),
                AgentRole.LOAD);
    }
}
