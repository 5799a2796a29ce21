package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.external.ExternalResult;
import io.twohop.stats.Design;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Results as a self-contained page, or as a plot for a terminal. */
public final class Report {
    /** File name of the page beside a result. */
    public static final String NAME = "report.html";

    private final List<RunTree> runs;
    private final List<ExternalResult> external;

    private Report(List<RunTree> runs, List<ExternalResult> external) {
        this.runs = runs;
        this.external = external;
        Labels.put(runs);
    }

    /**
     * Reads results.
     *
     * @param directories directories of results, at least one; others of the same setting are compared with the first
     * @throws io.twohop.config.ConfigException if a directory has no complete result
     */
    public static Report of(List<Path> directories) throws IOException {
        return of(directories, List.of());
    }

    /**
     * Reads results, to stand beside those of other tools.
     *
     * @param directories as in {@link #of(List)}
     * @param external results of other tools, in the order of the page
     * @throws io.twohop.config.ConfigException if a directory has no complete result
     */
    public static Report of(List<Path> directories, List<ExternalResult> external) throws IOException {
        List<RunTree> runs = new ArrayList<>();
        for (Path directory : directories) {
            runs.add(RunTree.read(directory));
        }
        return new Report(runs, external);
    }

    /**
     * Writes the page.
     *
     * @throws io.twohop.config.ConfigException if the file exists and is not a page of ours
     */
    public void write(Path file) throws IOException {
        PageFile.write(file, "--out", html());
    }

    String html() throws IOException {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.put("madeAt", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        ObjectNode test = page.putObject("test");
        test.put("alpha", Comparisons.OPTIONS.alpha());
        test.put("difference", Comparisons.OPTIONS.difference());
        ArrayNode axis = page.putArray("axis");
        Percentage.axis().forEach(axis::add);
        Set<Design> designs = Comparisons.put(runs, page);
        test.put("title", Comparisons.OPTIONS.test().title(designs).toLowerCase(Locale.ROOT));
        ExternalTrees.put(runs, external, page);
        ArrayNode all = page.putArray("runs");
        for (RunTree run : runs) {
            run.putFlames();
            all.add(run.tree());
        }
        return Page.REPORT.of(page);
    }

    /** Returns a plot of all runs' percentiles as text. */
    public String text() {
        return new TextPlot(runs).text();
    }
}
