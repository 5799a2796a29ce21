package io.twohop.cli.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.compare.SideBySide;
import io.twohop.compare.SideBySide.Column;
import io.twohop.compare.SideBySide.Pair;
import io.twohop.compare.SideBySide.Row;
import io.twohop.compare.SideBySide.Value;
import io.twohop.external.Quantity;
import io.twohop.result.Doubt;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Results beside those of other tools as text, Markdown or JSON.
 *
 * @param all one for each candidate
 * @param gates that the user wanted to be judged
 */
public record SideBySideReport(List<SideBySide> all, List<String> gates) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final List<String> TITLES = List.of("figure", "base", "candidate", "difference", "change");
    private static final String CONCLUSION =
            "NOTHING CAN BE CONCLUDED: figures of another tool have no verdict and no trust, and are only shown";
    private static final String NONE = "-";

    public String text() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        out.print("\n  " + CONCLUSION + "\n");
        for (SideBySide one : all) {
            out.print("\n" + title(one) + "\n");
            for (Pair pair : one.pairs()) {
                out.print("\n  " + title(pair) + "\n");
                TextTable table =
                        new TextTable().left(0).right(0).right(0).right(0).right(0);
                table.row(TITLES);
                pair.rows().forEach(row -> table.row(cells(pair, row)));
                table.print("  ", out);
            }
        }
        out.print("\n");
        notes().forEach(note -> out.print("  note: " + note + "\n"));
        notJudged().forEach(reason -> out.print("  NOT JUDGED: " + reason + "\n"));
        out.print("\n");
        return bytes.toString(StandardCharsets.UTF_8);
    }

    public String markdown() {
        StringBuilder text = new StringBuilder();
        for (SideBySide one : all) {
            text.append("### ")
                    .append(ComparisonReport.escaped(title(one)))
                    .append("\n\n**")
                    .append(CONCLUSION)
                    .append("**\n\n");
            for (Pair pair : one.pairs()) {
                text.append(ComparisonReport.escaped(title(pair))).append("\n\n| ");
                text.append(String.join(" | ", TITLES)).append(" |\n|---|---:|---:|---:|---:|\n");
                for (Row row : pair.rows()) {
                    text.append("| ")
                            .append(String.join(" | ", cells(pair, row)))
                            .append(" |\n");
                }
                text.append('\n');
            }
        }
        notes().forEach(note ->
                text.append("- ").append(ComparisonReport.escaped(note)).append('\n'));
        notJudged()
                .forEach(reason -> text.append("- **Not judged:** ")
                        .append(ComparisonReport.escaped(reason))
                        .append('\n'));
        return text.toString();
    }

    public String json() {
        ObjectNode tree = JSON.createObjectNode();
        ArrayNode comparisons = tree.putArray("comparisons");
        for (SideBySide one : all) {
            ObjectNode comparison = comparisons.addObject();
            comparison.put("base", one.base().name());
            comparison.put("baseOrigin", one.base().origin());
            comparison.put("candidate", one.candidate().name());
            comparison.put("candidateOrigin", one.candidate().origin());
            comparison.put("concluded", false);
            comparison.put("conclusion", CONCLUSION);
            ArrayNode figures = comparison.putArray("sideBySide");
            for (Pair pair : one.pairs()) {
                pair.rows().forEach(row -> figures.add(json(pair, row)));
            }
        }
        notes().forEach(tree.putArray("notes")::add);
        tree.putArray("failures");
        notJudged().forEach(tree.putArray("notJudged")::add);
        try {
            return JSON.writeValueAsString(tree) + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode json(Pair pair, Row row) {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("baseSeries", pair.base().name());
        tree.put("candidateSeries", pair.candidate().name());
        tree.put("figure", row.label());
        tree.put("quantity", pair.base().quantity().name().toLowerCase(Locale.ROOT));
        tree.put("base", row.base().value());
        tree.put("candidate", row.candidate().value());
        tree.put("difference", row.difference());
        tree.put("change", Double.isFinite(row.change()) ? (Double) row.change() : null);
        tree.put("baseDoubtful", row.base().doubtful());
        tree.put("candidateDoubtful", row.candidate().doubtful());
        return tree;
    }

    private static String title(SideBySide one) {
        return name(one.candidate()) + " beside " + name(one.base());
    }

    private static String name(Column column) {
        return column.name() + " (" + column.origin() + ")";
    }

    private static String title(Pair pair) {
        String base = pair.base().name();
        String candidate = pair.candidate().name();
        return base.equals(candidate) ? base : candidate + " beside " + base;
    }

    private static List<String> cells(Pair pair, Row row) {
        boolean isTime = pair.base().quantity() == Quantity.LATENCY;
        String difference = figure(isTime, Math.abs(row.difference()));
        return List.of(
                row.label(),
                cell(isTime, row.base()),
                cell(isTime, row.candidate()),
                (row.difference() < 0 ? "-" : "+") + difference,
                Double.isFinite(row.change()) ? ComparisonReport.percent(row.change()) : NONE);
    }

    private static String cell(boolean isTime, Value value) {
        return Doubt.marked(figure(isTime, value.value()), value.doubtful());
    }

    private static String figure(boolean isTime, double value) {
        return isTime ? ComparisonReport.time(value) : ComparisonReport.number(value) + "/s";
    }

    /** Returns each note once: several candidates may have the same. */
    private Set<String> notes() {
        return all.stream().flatMap(one -> one.notes().stream()).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<String> notJudged() {
        return gates.stream()
                .map(gate -> gate + ": figures of another tool cannot be judged")
                .toList();
    }
}
