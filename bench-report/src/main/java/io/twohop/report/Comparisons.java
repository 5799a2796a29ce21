package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.compare.Comparison;
import io.twohop.compare.Metric;
import io.twohop.compare.MetricFinding;
import io.twohop.compare.Side;
import io.twohop.compare.SideReader;
import io.twohop.compare.SlicePairs;
import io.twohop.config.ConfigException;
import io.twohop.stats.Design;
import io.twohop.stats.SignificanceTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Comparisons of runs with the first run of the same setting. Runs of a setting of their own, and runs without usable figures, are not
 * compared.
 */
final class Comparisons {
    static final Comparison.Options OPTIONS = new Comparison.Options(SignificanceTest.PERMUTATION, 0.05, true, 0.05);

    private static final List<Metric> METRICS =
            Arrays.stream(Figures.values()).map(Figures::asMetric).toList();

    /** A run that can be compared. */
    private record Candidate(int run, Side side) {}

    private final List<List<Candidate>> groups = new ArrayList<>();

    private Comparisons() {}

    /**
     * Adds {@code comparisons} to the page's tree, and {@code notCompared} to each run that cannot be compared. Returns the pairing of
     * forks.
     */
    static Set<Design> put(List<RunTree> runs, ObjectNode page) {
        Comparisons comparisons = new Comparisons();
        ArrayNode all = page.putArray("comparisons");
        if (runs.size() < 2) {
            return Set.of(Design.UNPAIRED);
        }
        for (int i = 0; i < runs.size(); i++) {
            RunTree run = runs.get(i);
            try {
                comparisons.add(new Candidate(i, SideReader.read(run.directory().toString())));
            } catch (ConfigException e) {
                run.tree().put("notCompared", e.getMessage());
            }
        }
        Set<Design> designs = EnumSet.noneOf(Design.class);
        for (List<Candidate> group : comparisons.groups) {
            Candidate base = group.get(0);
            List<Candidate> others = group.subList(1, group.size());
            List<Comparison> made = Comparison.of(
                    base.side(), others.stream().map(Candidate::side).toList(), METRICS, OPTIONS);
            for (int i = 0; i < made.size(); i++) {
                designs.add(made.get(i).design());
                put(
                        made.get(i),
                        all.addObject()
                                .put("base", base.run())
                                .put("candidate", others.get(i).run()));
            }
        }
        return designs.isEmpty() ? Set.of(Design.UNPAIRED) : designs;
    }

    private void add(Candidate candidate) {
        for (List<Candidate> group : groups) {
            if (group.get(0).side().differences(candidate.side()).isEmpty()) {
                group.add(candidate);
                return;
            }
        }
        groups.add(new ArrayList<>(List.of(candidate)));
    }

    private static void put(Comparison comparison, ObjectNode tree) {
        tree.put("paired", comparison.design() == Design.PAIRED);
        tree.put("concluded", comparison.isConclusive());
        tree.put("bySlice", comparison.slices().isPresent());
        ArrayNode notes = tree.putArray("notes");
        comparison.base().warnings().forEach(notes::add);
        comparison.candidate().warnings().forEach(notes::add);
        comparison.base().unlike(comparison.candidate()).forEach(notes::add);
        comparison.slices().ifPresent((SlicePairs slices) -> notes.add(slices.text()));
        ArrayNode findings = tree.putArray("findings");
        for (MetricFinding finding : comparison.findings()) {
            ObjectNode one = findings.addObject()
                    .put("metric", finding.metric().name())
                    .put("base", finding.base())
                    .put("candidate", finding.candidate())
                    .put("change", finding.change().orElse(null))
                    .put("p", finding.pValue().orElse(null))
                    .put("role", finding.role().name().toLowerCase(Locale.ROOT))
                    .put("word", finding.text(OPTIONS))
                    .put("forksNeeded", finding.forksNeeded().orElse(null));
            finding.interval()
                    .ifPresent(interval -> one.put("low", interval.low())
                            .put("high", Double.isInfinite(interval.high()) ? null : (Double) interval.high())
                            .put("level", interval.level()));
        }
    }
}
