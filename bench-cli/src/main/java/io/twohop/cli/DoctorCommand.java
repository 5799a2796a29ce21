package io.twohop.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.twohop.cli.text.CostTable;
import io.twohop.cli.text.DoctorText;
import io.twohop.config.ConfigException;
import io.twohop.config.Quantities;
import io.twohop.doctor.Diagnosis;
import io.twohop.doctor.Doctor;
import io.twohop.doctor.SystemFiles;
import io.twohop.result.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench doctor}: what this machine does to a thread, what a run would find on it, or what one took of it. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures what this machine does to a thread, and says how far a run can be trusted here.",
            "It also shows how the machine is set up. Takes half a minute; anything else that runs meanwhile shows.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench doctor",
            "  bench doctor --quick",
            "  bench doctor --affinity 2,3   two isolated CPUs",
            "  bench doctor --run results/*-chronicle",
            "",
            "Exit codes: 0 a run is possible, whatever it warns of, 2 none is, 130 interrupted.",
            "What each line means, and what to change: docs/TUNING.md."
        })
final class DoctorCommand implements Callable<Integer> {
    private static final Duration QUICK = Duration.ofSeconds(1);
    private static final Duration USUAL = Duration.ofSeconds(10);
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofMinutes(10);

    @Option(
            names = "--for",
            paramLabel = "<time>",
            description = "How long threads look for stalls: one alone, then one for each core (default: 10s).")
    private String watch;

    @Option(names = "--quick", description = "Looks for a second each, which misses what is rare.")
    private boolean quick;

    @Option(
            names = "--affinity",
            paramLabel = "<cpus>",
            description = "Pins the threads that look for stalls: 2,3 or 2-3. All of them in place of every core.")
    private String affinity;

    @Option(
            names = "--results",
            paramLabel = "<directory>",
            defaultValue = "results",
            description = "Where results are to be kept (default: ${DEFAULT-VALUE}).")
    private Path results;

    @Option(names = "--json", description = "Writes the same as JSON.")
    private boolean json;

    @Option(
            names = "--run",
            paramLabel = "<result>",
            description = "Shows instead what each thread of a finished run took of the CPU.")
    private Path run;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (run != null) {
            CostTable.print(run, System.out);
            return ExitCode.OK;
        }
        Doctor.Order order = new Doctor.Order(
                SystemFiles.ofThisMachine(),
                results,
                Path.of(System.getProperty("java.io.tmpdir")),
                duration(),
                cpus());
        StatusLine status = new StatusLine(System.err);
        Diagnosis diagnosis = new Doctor(order, status::show).look();
        status.clear();
        if (json) {
            System.out.println(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(diagnosis));
        } else {
            DoctorText.print(diagnosis, System.out);
        }
        return diagnosis.allowsRuns() ? ExitCode.OK : ExitCode.BAD_INPUT;
    }

    private Duration duration() {
        if (quick && watch != null) {
            throw ConfigException.invalid("--for", watch, "nothing beside --quick, which looks for 1s; leave one out");
        }
        if (watch == null) {
            return quick ? QUICK : USUAL;
        }
        String expected = "100ms to 10m, such as 10s";
        Duration given;
        try {
            given = Quantities.duration(watch);
        } catch (ConfigException e) {
            throw ConfigException.invalid("--for", watch, expected);
        }
        if (given.compareTo(LEAST) < 0 || given.compareTo(MOST) > 0) {
            throw ConfigException.invalid("--for", watch, expected);
        }
        return given;
    }

    private List<Integer> cpus() {
        if (affinity == null) {
            return List.of();
        }
        return CpuList.parse("--affinity", affinity);
    }
}
