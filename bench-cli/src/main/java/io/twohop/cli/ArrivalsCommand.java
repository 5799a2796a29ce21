package io.twohop.cli;

import io.twohop.cli.text.ArrivalsText;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.replay.Burstiness;
import io.twohop.replay.FileScan;
import io.twohop.result.ExitCode;
import io.twohop.workload.Arrivals;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench arrivals}: how the times of a file come, before a workload replays them. */
@Command(
        name = "arrivals",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows the rate of a file of arrivals over time, how bursty it is, and its largest bursts and gaps.",
            "The file is read as a run would read it; a bad line is refused with its number.",
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
    @Parameters(paramLabel = "FILE", description = "A CSV file with a header, plain or packed by gzip or zstd.")
    private String file;

    @Option(names = "--column", paramLabel = "<name>", description = "The column of times (default: the first).")
    private String column;

    @Option(
            names = "--unit",
            paramLabel = "<unit>",
            description = "How they are written: ns, us, ms, s or iso (default: found from the first row).")
    private String unit;

    @Option(
            names = "--size",
            paramLabel = "<name>",
            description = "The column of payload sizes in bytes (default: none).")
    private String size;

    @Option(names = "--key", paramLabel = "<name>", description = "The column of keys (default: none).")
    private String key;

    @Option(
            names = "--speed",
            paramLabel = "<factor>",
            description = "How many times faster than the file they are sent (default: 1).")
    private String speed;

    @Override
    public Integer call() {
        Arrivals arrivals = arrivals();
        Burstiness burstiness = new Burstiness(arrivals.speed());
        FileScan scan = FileScan.of(arrivals, burstiness);
        ArrivalsText.print(scan, arrivals.speed(), burstiness, System.out);
        return ExitCode.OK;
    }

    /** As a workload's key would have them, with its refusals. */
    private Arrivals arrivals() {
        record Given(Arrivals arrivals) {}
        YamlDocument document =
                YamlDocument.parse("", "arrivals: {kind: replay}").with("arrivals.file", quoted(file), file);
        document = with(document, "column", quoted(column));
        document = with(document, "size", quoted(size));
        document = with(document, "key", quoted(key));
        document = with(document, "unit", unit);
        document = with(document, "speed", speed);
        return document.bind(Given.class).arrivals();
    }

    private static YamlDocument with(YamlDocument document, String key, String value) {
        return value == null ? document : document.with("arrivals." + key, value, "--" + key + " " + value);
    }

    private static String quoted(String text) {
        if (text == null) {
            return null;
        }
        if (text.isBlank()) {
            throw ConfigException.invalid("arrivals", text, "a name");
        }
        return "'" + text.replace("'", "''") + "'";
    }
}
