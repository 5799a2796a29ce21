package io.twohop.report;

import io.twohop.config.Texts;
import io.twohop.history.DatedResult;
import io.twohop.history.History;
import io.twohop.history.History.SeriesHistory;
import io.twohop.history.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The titles, method and notes of a history, for the terminal and the page.
 *
 * @param alpha the requested probability of a false alarm
 * @param passedOver directories that have no readable result
 */
public record HistoryHeadings(History history, double alpha, List<String> passedOver) {
    private static final int MOST_VALUES = 4;
    private static final List<String> MACHINE = List.of("machine.cpu", "machine.cores", "machine.os");
    private static final List<String> REST = List.of("jvm.java", "layout", "codec", "data.fileSystem");

    /** Returns the title of each series; series that differ only in their machine share a title. */
    public List<String> titles() {
        return history.series().stream()
                .map(each -> each.series().newest())
                .map(result -> result.transport() + " | " + result.workload())
                .toList();
    }

    /** Returns the machine and JVM of each series. */
    public List<String> abouts() {
        return history.series().stream().map(each -> about(each.series())).toList();
    }

    /** Returns the machine and JVM of a series. */
    public static String about(Series series) {
        Map<String, String> setting = series.setting();
        String machine = String.format(
                "%s, %s cores, %s",
                MACHINE.stream()
                        .map(key -> setting.getOrDefault(key, "unknown"))
                        .toArray());
        String rest = REST.stream()
                .map(setting::get)
                .filter(Objects::nonNull)
                .map(value -> value.equals(setting.get("jvm.java")) ? "Java " + value : value)
                .collect(Collectors.joining(", "));
        return machine + (rest.isEmpty() ? "" : "; " + rest);
    }

    /** Returns a sentence about the method that found the changes. */
    public String method() {
        return Texts.format(
                "Change points by E-divisive with permutation tests; alpha %s, and p corrected, for all metrics of a series"
                        + " together (Bonferroni); at least %d results on each side of a change; sizes of means, with 95 %%"
                        + " intervals by inverting a permutation test.",
                Texts.plain(alpha), History.FEWEST);
    }

    /** Returns remarks on how the series differ, and on results that were left out. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        List<Series> all = history.series().stream().map(SeriesHistory::series).toList();
        if (all.size() > 1) {
            String differences = Series.differences(all).entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + shown(entry.getValue()))
                    .collect(Collectors.joining("; "));
            notes.add(all.size() + " series, since unlike results are never put on one line. They differ in "
                    + differences);
        }
        history.unplaced().forEach(result -> notes.add(leftOut(result)));
        passedOver.forEach(reason -> notes.add("left out: " + reason));
        return notes;
    }

    private static String shown(List<String> values) {
        List<String> distinct = values.stream().distinct().toList();
        return String.join(", ", distinct.subList(0, Math.min(MOST_VALUES, distinct.size())))
                + (distinct.size() > MOST_VALUES ? "..." : "");
    }

    /** Returns a remark on a result that was left out. */
    public static String leftOut(DatedResult result) {
        return "left out: " + result.directory() + ": " + result.flaw().orElseThrow();
    }
}
