package io.twohop.launch;

import io.twohop.config.YamlDocument;
import io.twohop.judge.Verdicts;
import io.twohop.result.Fork;
import io.twohop.result.Verdict;
import io.twohop.testing.Runs;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.transport.loopback.LoopbackProvider;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import io.twohop.workload.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * How often a clean run of this machine is not Met: runs over loopback at rates, durations and arrivals drawn at random. Not a
 * test, since the machine decides; see docs/METHODOLOGY.md for the command and what it found.
 */
public final class FalseAlarms {
    private static final List<String> RATES = List.of("200", "1k", "10k", "50k");
    private static final List<String> DURATIONS = List.of("1s", "1100ms", "2s", "3700ms", "7s");
    private static final List<String> ARRIVALS =
            List.of("constant", "{ kind: poisson, seed: 5 }", "{ kind: burst, burst: 50 }");

    private FalseAlarms() {}

    /**
     * Makes the runs, or some of them.
     *
     * @param args the number of the last run, 200 by default, or the first and last as in 41-80; then the layout, auto by default
     */
    public static void main(String[] args) throws Exception {
        String[] range = (args.length == 0 ? "200" : args[0]).split("-");
        int first = range.length == 1 ? 1 : Integer.parseInt(range[0]);
        int last = Integer.parseInt(range[range.length - 1]);
        String layout = args.length < 2 ? "auto" : args[1];
        SplittableRandom random = new SplittableRandom(20);
        Map<String, Integer> kinds = new TreeMap<>();
        for (int run = 1; run <= last; run++) {
            String yaml = "rate: " + any(RATES, random) + "\nduration: " + any(DURATIONS, random) + "\narrivals: "
                    + any(ARRIVALS, random) + "\nhops: " + (1 + random.nextInt(2))
                    + "\nwarmup: 500ms\nfloor: 0s\nidle: park\nlayout: " + layout + "\n";
            if (run < first) {
                continue;
            }
            Fork fork = Runs.measure(
                    Workload.read(YamlDocument.parse("clean.yaml", yaml)),
                    new LoopbackProvider(),
                    new LoopbackConfig(null, null));
            Verdict verdict = Verdicts.judge(List.of(fork), Slo.NONE);
            kinds.merge(verdict.kind(), 1, Integer::sum);
            if (!(verdict instanceof Verdict.Met)) {
                System.out.printf(
                        Locale.ROOT,
                        "%d %s %s %s, max %.1f ms%n",
                        run,
                        yaml.replace("\n", ", "),
                        verdict.kind(),
                        verdict.reasons(),
                        fork.probes().get(Probe.END_TO_END).maxNanos() / 1e6);
            }
        }
        System.out.println(kinds);
    }

    private static String any(List<String> values, SplittableRandom random) {
        return values.get(random.nextInt(values.size()));
    }
}
