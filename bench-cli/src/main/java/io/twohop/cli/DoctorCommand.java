package io.twohop.cli;

import io.twohop.result.Environment;
import io.twohop.run.Providers;
import io.twohop.transport.TransportProvider;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code bench doctor}: what a run would find on this machine. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Shows what a run would find on this machine: Java, cores, clock, disk, clients and servers.")
final class DoctorCommand implements Callable<Integer> {
    private static final double GIGABYTE = 1e9;

    /** A run needs one for whoever sends and one for whoever answers. */
    private static final int FEW_CORES = 2;

    @Override
    public Integer call() throws IOException {
        PrintStream out = System.out;
        machine(out);
        for (TransportProvider transport : Providers.transports()) {
            out.println(transport.name());
            transport
                    .unavailable()
                    .map(why -> List.of("not available here: " + why))
                    .orElseGet(transport::findings)
                    .forEach(line -> out.println("  " + line));
        }
        return 0;
    }

    private static void machine(PrintStream out) throws IOException {
        Environment environment = Environment.ofThisProcess();
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
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
        out.printf(
                Locale.ROOT,
                "  %.1f GB free in %s, where runs keep their data%n",
                Files.getFileStore(temporary).getUsableSpace() / GIGABYTE,
                temporary);
    }
}
