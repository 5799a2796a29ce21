package io.twohop.cli;

import io.twohop.cli.text.TextTable;
import io.twohop.compare.Metric;
import io.twohop.compare.Power;
import io.twohop.compare.Side;
import io.twohop.compare.SideReader;
import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.stats.Design;
import io.twohop.stats.SignificanceTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench power}: finds the smallest detectable change by this machine's noise. */
@Command(
        name = "power",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows the smallest change that would be found four times out of five, by number of forks.",
            "Resamples the forks of two identical runs and multiplies one side by a factor.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  bench -Dworkload=100kps.yaml -Dforks=20 --interleave a.yaml b.yaml",
            "  bench power 'results/*-a' 'results/*-b'",
            "where b.yaml is a copy of a.yaml.",
            "",
            "Exit codes: 0 shown, 2 bad input."
        })
final class PowerCommand implements Callable<Integer> {
    private static final double PERCENT = 100;
    private static final int MOST_FORKS = 100;

    @Parameters(index = "0", paramLabel = "A", description = "A result with many forks.")
    private String base;

    @Parameters(index = "1", paramLabel = "B", description = "Another result of the same settings.")
    private String candidate;

    @Option(
            names = "--only",
            paramLabel = "<metric>",
            split = ",",
            description = "Metrics (default: endToEnd.p50,endToEnd.p99).")
    private List<String> only = List.of("endToEnd.p50", "endToEnd.p99");

    @Option(
            names = "--forks",
            paramLabel = "<number>",
            split = ",",
            description = "Numbers of forks of each side, 2 to 100 (default: 3,5,10,20).")
    private List<Integer> forks = List.of(3, 5, 10, 20);

    @Option(
            names = "--test",
            paramLabel = "<test>",
            defaultValue = "permutation",
            converter = CompareCommand.TestNames.class,
            description = "Test of bench compare (default: ${DEFAULT-VALUE}).")
    private SignificanceTest test;

    @Option(
            names = "--alpha",
            paramLabel = "<share>",
            defaultValue = "0.05",
            description = "Probability of a false alarm (default: ${DEFAULT-VALUE}).")
    private double alpha;

    @Override
    public Integer call() {
        CompareCommand.checkAlpha(alpha);
        if (Collections.min(forks) < 2 || Collections.max(forks) > MOST_FORKS) {
            throw ConfigException.invalid("--forks", forks, "numbers from 2 to " + MOST_FORKS);
        }
        Side before = SideReader.read(base);
        Side after = SideReader.read(candidate);
        List<Power> powers = new ArrayList<>();
        for (String name : only) {
            Optional<Power> power = Power.of(before, after, new Metric(name), test, alpha, forks);
            powers.add(power.orElseThrow(() -> ConfigException.invalid("--only", name, "a metric of both")
                    .didYouMean(
                            before.values().keySet().stream().map(Metric::name).toList())));
        }
        Design design = before.designWith(after);
        System.out.printf(
                Locale.ROOT,
                "%n  %s, alpha %s; drawn from %d and %d forks%n  the smallest rise that is found four times out of five:%n%n",
                test.title(design),
                alpha,
                before.forks(),
                after.forks());
        table(powers).print("  ", System.out);
        System.out.println();
        return 0;
    }

    private TextTable table(List<Power> powers) {
        TextTable table = new TextTable().left(0);
        List<String> titles = new ArrayList<>(List.of("metric"));
        for (int number : forks) {
            table.right(0);
            titles.add(number + " forks");
        }
        table.right(0);
        titles.add("false alarms");
        table.row(titles);
        for (Power power : powers) {
            List<String> cells = new ArrayList<>(List.of(power.metric().name()));
            power.changes()
                    .forEach(change ->
                            cells.add(change.map(PowerCommand::percent).orElse("-")));
            cells.add(percent(Collections.min(power.falseAlarms())) + " to "
                    + percent(Collections.max(power.falseAlarms())));
            table.row(cells);
        }
        return table;
    }

    private static String percent(double share) {
        return Texts.format("%.1f %%", PERCENT * share);
    }
}
