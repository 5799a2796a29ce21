package io.twohop.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.twohop.cli.terminal.TerminalLine;
import io.twohop.cli.text.CostTable;
import io.twohop.cli.text.DoctorText;
import io.twohop.config.ConfigException;
import io.twohop.config.Quantities;
import io.twohop.doctor.Diagnosis;
import io.twohop.doctor.Doctor;
import io.twohop.doctor.SystemFiles;
import io.twohop.result.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code bench doctor}: measures how this machine delays threads, shows the CPU time of a stored run's threads, or examines a deployed
 * service.
 */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures how this machine delays threads, and up to which percentile runs can be trusted here.",
            "Also checks the machine's configuration. Takes half a minute; other programs on the machine show in the figures.",
            "With --service, finds instead which parts of a request a deployed service returns in its reply.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench doctor",
            "  bench doctor --quick",
            "  bench doctor --affinity 2,3   two isolated CPUs",
            "  bench doctor --run results/*-chronicle",
            "  bench doctor --service orders.yaml my-kafka.yaml",
            "",
            "Exit codes: 0 runs are possible, even with warnings, 2 runs are impossible, 130 interrupted.",
            "With --service: 0 runs can match replies with requests, 1 they cannot, 2 bad input.",
            "The meaning of each line, and what to change: docs/TUNING.md; docs/deployed.md for --service."
        })
final class DoctorCommand implements Callable<Integer> {
    private static final Duration QUICK = Duration.ofSeconds(1);
    private static final Duration USUAL = Duration.ofSeconds(10);
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofMinutes(10);

    @Option(
            names = "--for",
            paramLabel = "<time>",
            description = "Time for which one thread, then one per core, look for stalls (default: 10s).")
    private Optional<String> watch;

    @Option(names = "--quick", description = "Looks for stalls for one second each, which misses rare ones.")
    private boolean quick;

    @Option(
            names = "--affinity",
            paramLabel = "<cpus>",
            description = "CPUs to test instead of all, such as 2,3 or 2-3; the threads are pinned to them.")
    private Optional<String> affinity;

    @Option(
            names = "--results",
            paramLabel = "<directory>",
            defaultValue = "results",
            description = "Directory of results, whose disk is checked (default: ${DEFAULT-VALUE}).")
    private Path results;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Option(
            names = "--run",
            paramLabel = "<result>",
            description = "Shows the CPU time of each thread of a finished run instead.")
    private Optional<Path> run;

    @Option(
            names = "--service",
            paramLabel = "<workload>",
            description =
                    "Sends requests to the deployed service of this workload, up to 10s, and shows which parts of them its"
                            + " replies have. The file needs event and service; correlate may be absent.")
    private Optional<String> service;

    @Option(
            names = "-D",
            paramLabel = "<key>=<value>",
            description = "For --service: overrides the workload; transport.<key> overrides the transport file.")
    private final List<String> settings = new ArrayList<>();

    @Parameters(
            paramLabel = "TRANSPORT.yaml",
            description = "For --service: transport file that names the servers.",
            arity = "0..1")
    private Optional<String> transport = Optional.empty();

    @Override
    public Integer call() throws Exception {
        if (service.isPresent()) {
            return examine(service.get());
        }
        if (transport.isPresent()) {
            throw ConfigException.invalid("TRANSPORT.yaml", transport.get(), "--service with a workload before it");
        }
        if (run.isPresent()) {
            CostTable.print(run.get(), System.out);
            return ExitCode.OK;
        }
        Doctor.Order order = new Doctor.Order(
                SystemFiles.ofThisMachine(),
                results,
                Path.of(System.getProperty("java.io.tmpdir")),
                duration(),
                cpus());
        // Without animation, which would use a core while stalls are measured.
        TerminalLine line = TerminalLine.ofStandardError();
        Diagnosis diagnosis = new Doctor(order, step -> line.accept(step + "...")).look();
        line.close();
        if (json) {
            System.out.println(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(diagnosis));
        } else {
            DoctorText.print(diagnosis, System.out);
        }
        return diagnosis.allowsRuns() ? ExitCode.OK : ExitCode.BAD_INPUT;
    }

    private int examine(String workload) throws Exception {
        if (quick || json || watch.isPresent() || affinity.isPresent() || run.isPresent()) {
            throw ConfigException.invalid(
                    "--service", workload, "no option for this machine or a stored run beside it; leave one out");
        }
        String file = transport.orElseThrow(() -> ConfigException.invalid(
                "--service", workload, "a transport file behind it that names your servers, such as my-kafka.yaml"));
        return DeployedDoctor.examine(workload, file, Overrides.of(settings, System.getProperties()), System.out);
    }

    private Duration duration() {
        if (watch.isEmpty()) {
            return quick ? QUICK : USUAL;
        }
        String text = watch.get();
        if (quick) {
            throw ConfigException.invalid("--for", text, "nothing beside --quick, which looks for 1s; leave one out");
        }
        String expected = "100ms to 10m, such as 10s";
        Duration given;
        try {
            given = Quantities.duration(text);
        } catch (ConfigException e) {
            throw ConfigException.invalid("--for", text, expected);
        }
        if (given.compareTo(LEAST) < 0 || given.compareTo(MOST) > 0) {
            throw ConfigException.invalid("--for", text, expected);
        }
        return given;
    }

    private List<Integer> cpus() {
        return affinity.map(text -> CpuList.parse("--affinity", text)).orElse(List.of());
    }
}
