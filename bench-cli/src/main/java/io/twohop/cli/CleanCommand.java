package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.engine.Cleaning;
import io.twohop.engine.PrivateDirectory;
import io.twohop.launch.ClientJars;
import io.twohop.leftovers.Leftover;
import io.twohop.leftovers.Sweep;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.result.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench clean}: deletes what killed runs left on external servers. */
@Command(
        name = "clean",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Deletes what killed runs left: directories on this machine and, with a file, what is on your servers.",
            "That is topics, groups, streams and directories that a run logged before it created them, and its",
            "temporary directory. Nothing else is deleted. Without a file, lists what is on servers."
        },
        footer = {"", "Examples:", "  bench clean", "  bench clean my-kafka.yaml"})
final class CleanCommand implements Callable<Integer> {
    @Option(names = "-D", paramLabel = "<key>=<value>", description = "transport.<key> overrides the transport file.")
    private final List<String> settings = new ArrayList<>();

    @Parameters(
            paramLabel = "TRANSPORT.yaml",
            description = "Transport files that name the servers and a user who may delete there.",
            arity = "0..*")
    private final List<String> transports = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        PrintStream out = System.out;
        if (transports.isEmpty()) {
            int exitCode = directories(out);
            List<Leftover> all = Cleaning.leftovers();
            all.forEach(leftover -> out.println(leftover.run() + " over " + leftover.transportFile() + ": "
                    + Sweep.text(leftover.creations()) + "; logged in " + leftover.log()));
            out.println(
                    all.isEmpty()
                            ? "no run has left anything behind"
                            : "bench clean TRANSPORT.yaml deletes it (if the servers no longer exist, delete the log file)");
            return exitCode;
        }
        Overrides given = Overrides.of(settings, System.getProperties());
        int exitCode = ExitCode.OK;
        for (String name : transports) {
            TransportFile file = TransportFile.of(given.applyToTransport(TransportFiles.find(name)));
            ClientJars.use(file.common().clientJars());
            if (!file.isForeign()) {
                throw ConfigException.invalid(
                        name, "servers of a run's own", "a file that names yours: a run's own end with it");
            }
            exitCode = Math.max(exitCode, clean(name, Cleaning.of(file), out));
        }
        return exitCode;
    }

    private static int directories(PrintStream out) throws IOException, InterruptedException {
        PrivateDirectory.deleteAbandoned().forEach(directory -> out.println("deleted directory " + directory));
        Sweep sweep = Cleaning.ofDirectories();
        if (!sweep.deleted().isEmpty()) {
            out.println("deleted " + Sweep.text(sweep.deleted()));
        }
        if (sweep.remaining().isEmpty()) {
            return ExitCode.OK;
        }
        System.err.println("bench: could not delete " + sweep.remainingText());
        return ExitCode.FAILED;
    }

    private static int clean(String name, Sweep sweep, PrintStream out) {
        if (!sweep.deleted().isEmpty()) {
            out.println(name + ": deleted " + Sweep.text(sweep.deleted()));
        }
        if (!sweep.remaining().isEmpty()) {
            System.err.println("bench: " + name + ": could not delete " + sweep.remainingText());
            return ExitCode.FAILED;
        }
        if (sweep.deleted().isEmpty()) {
            out.println(name + ": no run has left anything there");
        }
        return ExitCode.OK;
    }
}
