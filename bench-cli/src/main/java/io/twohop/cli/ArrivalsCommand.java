package io.twohop.cli;

import io.twohop.cli.text.ArrivalsText;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.replay.Burstiness;
import io.twohop.replay.FileScan;
import io.twohop.result.ExitCode;
import io.twohop.workload.Arrivals;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench arrivals}: shows the rate and the bursts of a file before a workload replays it. */
@Command(
        name = "arrivals",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows the rate of a file of arrivals over time, its burstiness, and its largest bursts and gaps.",
            "The file is read as by a run; a bad line is rejected with its number.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench arrivals workloads/market-data.csv.gz",
            "  bench arrivals --column ts --unit us --size bytes --key symbol ticks.csv.zst",
            "",
            "The index of dispersion is the variance of the arrivals in each window over their mean: 0 at a constant"
                    + " rate, 1 for independent arrivals, more for bursts. See docs/ARRIVALS.md."
        })
final class ArrivalsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A CSV file with a header, plain or compressed with gzip or zstd.")
    private String file;

    @Option(names = "--column", paramLabel = "<name>", description = "The column of times (default: the first).")
    private Optional<String> column;

    @Option(
            names = "--unit",
            paramLabel = "<unit>",
            description = "Unit of the times: ns, us, ms, s or iso (default: derived from the first row).")
    private Optional<String> unit;

    @Option(
            names = "--size",
            paramLabel = "<name>",
            description = "The column of payload sizes in bytes (default: none).")
    private Optional<String> size;

    @Option(names = "--key", paramLabel = "<name>", description = "The column of keys (default: none).")
    private Optional<String> key;

    @Option(
            names = "--speed",
            paramLabel = "<factor>",
            description = "Factor by which the arrivals are faster than in the file (default: 1).")
    private Optional<String> speed;

    @Override
    public Integer call() {
        Arrivals arrivals = arrivals();
        Burstiness burstiness = new Burstiness(arrivals.file().speed());
        FileScan scan = FileScan.of(arrivals.file(), burstiness);
        ArrivalsText.print(scan, arrivals.file().speed(), burstiness, System.out);
        return ExitCode.OK;
    }

    /** Binds the options like a workload's {@code arrivals}, so errors are the same. */
    private Arrivals arrivals() {
        record Given(Arrivals arrivals) {}
        YamlDocument document =
                YamlDocument.parse("", "arrivals: {kind: replay}").with("arrivals.file", quoted(file), file);
        document = with(document, "column", column.map(ArrivalsCommand::quoted));
        document = with(document, "size", size.map(ArrivalsCommand::quoted));
        document = with(document, "key", key.map(ArrivalsCommand::quoted));
        document = with(document, "unit", unit);
        document = with(document, "speed", speed);
        return document.bind(Given.class).arrivals();
    }

    private static YamlDocument with(YamlDocument document, String key, Optional<String> value) {
        return value.map(given -> document.with("arrivals." + key, given, "--" + key + " " + given))
                .orElse(document);
    }

    private static String quoted(String text) {
        if (text.isBlank()) {
            throw ConfigException.invalid("arrivals", text, "a name");
        }
        return "'" + text.replace("'", "''") + "'";
    }
}
