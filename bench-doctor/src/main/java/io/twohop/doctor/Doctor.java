package io.twohop.doctor;

import io.twohop.cost.OtherProcesses;
import io.twohop.cost.OtherProcesses.Busy;
import io.twohop.doctor.DiskChecks.Place;
import io.twohop.machine.ThisProcess;
import io.twohop.registry.Providers;
import io.twohop.result.Environment;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.AllowedCpus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** Checks the machine for {@code bench doctor}: one check after the other, on the caller's thread. */
public final class Doctor {
    /** Other measurements take this fraction of the time that a watch for stalls takes. */
    private static final int SHORTER = 10;

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NanoClock clock = SystemNanoClock.INSTANCE;
    private final Order order;
    private final Consumer<String> progress;

    /**
     * Settings of {@code bench doctor}.
     *
     * @param temporary directory for the data of runs and their brokers
     * @param watch time for which threads watch for stalls, each time
     * @param affinity CPUs that the threads are pinned to in turn; empty for none
     */
    public record Order(SystemFiles files, Path results, Path temporary, Duration watch, List<Integer> affinity) {}

    /** @param progress receives the name of each step as it begins, a few words */
    public Doctor(Order order, Consumer<String> progress) {
        AllowedCpus.check(order.affinity());
        this.order = order;
        this.progress = progress;
    }

    /** Makes all checks, which takes about two and a half times as long as each watch for stalls. */
    public Diagnosis look() throws InterruptedException {
        SystemFiles files = order.files;
        long watchNanos = order.watch.toNanos();
        long shortNanos = Math.min(LONGEST_NANOS, watchNanos / SHORTER);
        progress.accept("clock and wake-ups");
        Environment environment = ThisProcess.environment(order.temporary);
        OtherProcesses others =
                new OtherProcesses(files.proc(), ProcessHandle.current().pid(), clock::nanoTime);
        others.begin();
        List<Check> timer = TimerChecks.of(files, clock);
        List<Check> wakeUps = WakeUpChecks.of(
                new WakeUps(clock, LockSupport::parkNanos),
                shortNanos,
                Optional.ofNullable(environment.handOverNanos()));
        Busy busy = others.end();
        progress.accept("disk");
        List<Check> disk = DiskChecks.of(places(), clock, shortNanos);
        List<Check> mapped = FileChecks.of(files, places(), clock);
        TrustChecks trust = new TrustChecks();
        List<Check> stalls = stalls(files, watchNanos, trust);
        progress.accept("transports");
        List<Check> checks = new ArrayList<>();
        checks.addAll(machine(environment));
        checks.addAll(CpuChecks.of(files));
        checks.addAll(MemoryChecks.of(files));
        checks.addAll(disk);
        checks.addAll(mapped);
        checks.addAll(LoadChecks.of(files, CpuChecks.online(files), busy));
        checks.addAll(timer);
        checks.addAll(wakeUps);
        checks.addAll(stalls);
        checks.addAll(transports());
        checks.addAll(trust.checks());
        return new Diagnosis(checks, trust.sentence());
    }

    private List<Check> stalls(SystemFiles files, long watchNanos, TrustChecks trust) throws InterruptedException {
        StallWatch watch = new StallWatch(files, order.affinity);
        int all = order.affinity.isEmpty() ? Runtime.getRuntime().availableProcessors() : order.affinity.size();
        List<Check> checks = new ArrayList<>();
        for (int threads : all == 1 ? List.of(1) : List.of(1, all)) {
            boolean everyCore = order.affinity.isEmpty() && threads >= CpuChecks.allowed(files);
            progress.accept(
                    "stalls, " + (threads == 1 ? "one thread, " : threads + " threads, ") + Amounts.time(watchNanos));
            Stalls seen = watch.watch(threads, watchNanos);
            checks.addAll(StallChecks.of(seen, everyCore));
            trust.add(seen, everyCore);
        }
        return checks;
    }

    private List<Place> places() {
        Place data = new Place("data", order.temporary, "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=...");
        Place results = new Place("results", order.results, "-Dresults=...");
        return order.results.toAbsolutePath().equals(order.temporary.toAbsolutePath())
                ? List.of(results)
                : List.of(results, data);
    }

    private static List<Check> machine(Environment environment) {
        return List.of(
                CheckRules.JAVA.states(
                        Check.figures("java", environment.java(), "vm", environment.vm()), environment.java()),
                CheckRules.SYSTEM.states(
                        Check.figures("os", environment.os(), "kernel", environment.kernel()),
                        environment.os(),
                        environment.kernel()));
    }

    private static List<Check> transports() {
        List<Check> checks = new ArrayList<>();
        for (TransportProvider<?> transport : Providers.transports()) {
            checks.add(transport
                    .unavailable()
                    .map(why -> CheckRules.NOT_AVAILABLE.of(transport.name()).warnsIf(true, Map.of(), why))
                    .orElseGet(() -> available(transport)));
        }
        return checks;
    }

    private static Check available(TransportProvider<?> transport) {
        List<String> findings = transport.findings();
        return CheckRules.AVAILABLE
                .of(transport.name())
                .states(
                        Check.figures("findings", findings),
                        findings.isEmpty() ? "available" : String.join("; ", findings));
    }
}
