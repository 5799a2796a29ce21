package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.ConfigException;
import io.twohop.stats.Design;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Results for people: a page that needs nothing beside it, or a plot for a terminal. */
public final class Report {
    /** The name of the page beside a result. */
    public static final String NAME = "report.html";

    /** What every page of ours begins with; nothing else is overwritten. */
    private static final String MARK = "<meta name=\"generator\" content=\"TwoHop\">";

    private static final int HEAD = 1_024;

    private final List<RunTree> runs;

    private Report(List<RunTree> runs) {
        this.runs = runs;
        Labels.put(runs);
    }

    /**
     * Reads results.
     *
     * @param directories of them, at least one; the first is what others are compared with
     * @throws ConfigException where one is none, or not whole
     */
    public static Report of(List<Path> directories) throws IOException {
        List<RunTree> runs = new ArrayList<>();
        for (Path directory : directories) {
            runs.add(RunTree.read(directory));
        }
        return new Report(runs);
    }

    /**
     * Writes the page.
     *
     * @throws ConfigException where another file has that name
     */
    public void write(Path file) throws IOException {
        if (Files.exists(file) && !isOurs(file)) {
            throw ConfigException.invalid("--out", file, "a new file, or a report to be written anew; this is another");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(parent)) {
            throw ConfigException.invalid("--out", file, "a file in a directory that exists");
        }
        Path partial = parent.resolve(file.getFileName() + ".partial");
        String html = html();
        try {
            Files.writeString(partial, html);
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private static boolean isOurs(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD), StandardCharsets.UTF_8).contains(MARK);
        }
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
        ArrayNode all = page.putArray("runs");
        for (RunTree run : runs) {
            run.putFlames();
            all.add(run.tree());
        }
        return Page.of(page);
    }

    /** Percentiles of all runs as text, for a terminal. */
    public String text() {
        return new TextPlot(runs).text();
    }
}
