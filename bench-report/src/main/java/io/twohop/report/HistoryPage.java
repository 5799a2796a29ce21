package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.history.Change;
import io.twohop.history.DatedResult;
import io.twohop.history.History;
import io.twohop.history.History.SeriesHistory;
import io.twohop.history.MetricHistory;
import io.twohop.history.Point;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A history as a self-contained page, with links to the reports of results. */
public final class HistoryPage {
    private static final String OPTION = "--output";

    private final Path file;
    private final ObjectNode page = JsonNodeFactory.instance.objectNode();

    private HistoryPage(Path file) {
        this.file = file;
    }

    /**
     * Checks in advance that the page can be written to a file.
     *
     * @throws io.twohop.config.ConfigException if it cannot, such as over a file that is not a page of ours
     */
    public static void check(Path file) throws IOException {
        PageFile.check(file, OPTION);
    }

    /** Writes the page. */
    public static void write(HistoryHeadings headings, Path file) throws IOException {
        HistoryPage made = new HistoryPage(file);
        made.fill(headings);
        PageFile.write(file, OPTION, Page.HISTORY.of(made.page));
    }

    private void fill(HistoryHeadings headings) {
        History history = headings.history();
        int count = history.series().size();
        page.put("madeAt", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        page.put("title", "History of " + (count == 1 ? headings.titles().get(0) : count + " series"));
        page.put("about", headings.method());
        headings.notes().forEach(page.putArray("notes")::add);
        ArrayNode all = page.putArray("series");
        for (int i = 0; i < count; i++) {
            ObjectNode one = all.addObject()
                    .put("title", headings.titles().get(i))
                    .put("about", headings.abouts().get(i));
            fill(history.series().get(i), one);
        }
    }

    private void fill(SeriesHistory history, ObjectNode series) {
        ObjectNode setting = series.putObject("setting");
        history.series().setting().forEach(setting::put);
        List<DatedResult> results = history.series().results();
        ArrayNode used = series.putArray("results");
        results.forEach(result -> fill(result, used.addObject()));
        ArrayNode leftOut = series.putArray("leftOut");
        history.series()
                .leftOut()
                .forEach(result -> fill(result, leftOut.addObject())
                        .put("flaw", result.flaw().orElseThrow()));
        ArrayNode metrics = series.putArray("metrics");
        Map<DatedResult, Integer> places = new IdentityHashMap<>();
        results.forEach(result -> places.put(result, places.size()));
        history.metrics().forEach(metric -> fill(metric, places, metrics.addObject()));
    }

    private ObjectNode fill(DatedResult result, ObjectNode tree) {
        return tree.put("name", result.name())
                .put("startedAt", result.startedAt().toString())
                .put("revision", result.revision())
                .put("link", link(result.directory().resolve(Report.NAME)));
    }

    private static void fill(MetricHistory metric, Map<DatedResult, Integer> places, ObjectNode tree) {
        double spread = metric.spread();
        tree.put("name", metric.metric().name())
                .put("isTime", metric.metric().isTime())
                .put("needed", metric.needed())
                .put("spread", Double.isFinite(spread) ? (Double) spread : null);
        ArrayNode levels = tree.putArray("levels");
        metric.levels().forEach(levels::add);
        ArrayNode points = tree.putArray("points");
        for (Point point : metric.points()) {
            points.addObject()
                    .put("result", places.get(point.result()))
                    .put("value", point.value())
                    .put("trusted", point.trusted());
        }
        ArrayNode changes = tree.putArray("changes");
        for (Change change : metric.changes()) {
            ObjectNode one = changes.addObject()
                    .put("at", places.get(change.after()))
                    .put("before", places.get(change.before()))
                    .put("from", change.from())
                    .put("to", change.to())
                    .put("share", change.share().orElse(null))
                    .put("p", change.pValue())
                    .put("worse", change.isWorse());
            change.interval()
                    .ifPresent(interval -> one.put("low", interval.low()).put("high", interval.high()));
            change.alsoChanged().forEach(one.putArray("also")::add);
        }
    }

    /** Returns a report's path relative to the page; null if the file does not exist. */
    private String link(Path report) {
        if (!Files.isRegularFile(report)) {
            return null;
        }
        Path from = file.toAbsolutePath().normalize().getParent();
        Path to = report.toAbsolutePath().normalize();
        if (!to.getRoot().equals(from.getRoot())) {
            return to.toUri().toString();
        }
        String path = from.relativize(to).toString().replace('\\', '/');
        try {
            // A colon in the first name would make it a scheme.
            return "./" + new URI(null, null, "/" + path, null).getRawPath().substring(1);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
