package io.twohop.cli;

import io.twohop.cli.text.CostTable;
import io.twohop.registry.Providers;
import io.twohop.result.Environment;
import io.twohop.result.ExitCode;
import io.twohop.result.Machine;
import io.twohop.result.Storage;
import io.twohop.transport.TransportProvider;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench doctor}: what a run would find on this machine, or what one took of it. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Shows what a run would find on this machine: Java, cores, clock, disk, clients and servers.",
        footer = {"", "Examples:", "  bench doctor", "  bench doctor --run results/*-chronicle"})
final class DoctorCommand implements Callable<Integer> {
    private static final double GIGABYTE = 1e9;

    /** A run needs one for the sender and one for the service. */
    private static final int FEW_CORES = 2;

    @Option(
            names = "--run",
            paramLabel = "<result>",
            description = "Shows instead what each thread of a finished run took of the CPU.")
    private Path run;

    @Override
    public Integer call() throws IOException {
        PrintStream out = System.out;
        if (run != null) {
            CostTable.print(run, out);
            return ExitCode.OK;
        }
        machine(out);
        for (TransportProvider transport : Providers.transports()) {
            out.println(transport.name());
            transport
                    .unavailable()
                    .map(why -> List.of("not available here: " + why))
                    .orElseGet(transport::findings)
                    .forEach(line -> out.println("  " + line));
        }
        return ExitCode.OK;
    }

    private static void machine(PrintStream out) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Environment environment = Environment.ofThisProcess(temporary);
        out.println("machine");
        out.println("  java " + environment.java() + ", " + environment.vm());
        out.println("  " + environment.os() + ", kernel " + environment.kernel() + ", " + environment.cpu());
        out.println("  " + environment.cores() + " cores"
                + (environment.cores() <= FEW_CORES
                        ? ": few; agents share threads, and a broker of its own shares the cores with the bench"
                        : ""));
        out.printf(
                Locale.ROOT,
                "  clock %s, %.0f ns a reading; load %.1f%n",
                environment.clockSource(),
                environment.nanoTimeNanos(),
                environment.loadAverage());
        Machine machine = environment.machine();
        List<String> setUp = new ArrayList<>();
        add(setUp, "%.1f GB of memory", machine.memoryBytes(), GIGABYTE);
        add(setUp, "of which this container may use %.1f GB", machine.memoryLimitBytes(), GIGABYTE);
        add(setUp, "CPU quota %.2f cores", machine.cpuQuota(), 1);
        add(setUp, "governor %s", machine.governor());
        add(setUp, "SMT %s", machine.smt() == null ? null : machine.smt() ? "on" : "off");
        add(setUp, "huge pages %s", machine.hugePages());
        if (!setUp.isEmpty()) {
            out.println("  " + String.join(", ", setUp));
        }
        Storage data = environment.data();
        if (data != null) {
            out.printf(
                    Locale.ROOT,
                    "  %.1f GB free in %s, where runs keep their data: %s on %s%n",
                    data.freeBytes() / GIGABYTE,
                    temporary,
                    data.fileSystem(),
                    data.device());
        }
    }

    private static void add(List<String> parts, String format, Number value, double unit) {
        if (value != null) {
            parts.add(String.format(Locale.ROOT, format, value.doubleValue() / unit));
        }
    }

    private static void add(List<String> parts, String format, String value) {
        if (value != null) {
            parts.add(String.format(Locale.ROOT, format, value));
        }
    }
}
