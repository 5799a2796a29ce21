package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.LimitedFile;
import io.twohop.external.ExternalFiles;
import io.twohop.external.ExternalResult;
import io.twohop.external.Series;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Results of OpenMessaging Benchmark on a site. They belong to no scenario, since their files state neither configuration nor machine, and
 * so they are in no ranking, trend or comparison.
 */
final class OtherTools {
    private static final int ROWS = 500;
    private static final int LONGEST_NAME = 150;
    private static final int ID_DIGITS = 8;
    private static final String KIND = "external";
    private static final String STATED = "stated";
    private static final String SIZE = "messageSize";
    private static final String ENDING = ".json";
    private static final Map<String, String> FIELDS =
            Map.of("transport", "driver", "workload", "workload", "size", SIZE);

    /** The end of a name that the tool itself gave. */
    private static final Pattern TIME = Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)-\\d\\d-\\d\\d-\\d\\d$");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Privacy privacy;
    private final SortedMap<String, ObjectNode> results = new TreeMap<>();
    private final Map<String, ObjectNode> tools = new TreeMap<>();

    private OtherTools(Privacy privacy) {
        this.privacy = privacy;
    }

    /** Reads those of a site. */
    static OtherTools read(Scripts scripts, ObjectNode manifest, Privacy privacy) throws IOException {
        OtherTools tools = new OtherTools(privacy);
        for (JsonNode key : manifest.path(KIND).path("files")) {
            ObjectNode file = scripts.read(key.asText());
            file.path("tools")
                    .properties()
                    .forEach(tool -> tools.tools.put(tool.getKey(), (ObjectNode) tool.getValue()));
            file.path("results")
                    .forEach(result -> tools.results.put(result.path("id").asText(), (ObjectNode) result));
        }
        return tools;
    }

    /**
     * Adds the results of files.
     *
     * @return number of results that the site did not have
     * @throws io.twohop.config.ConfigException for any other file
     */
    int add(List<Path> files) throws IOException {
        int before = results.size();
        for (Path file : files) {
            ObjectNode result = result(file);
            results.putIfAbsent(result.path("id").asText(), result);
        }
        return results.size() - before;
    }

    int size() {
        return results.size();
    }

    private ObjectNode result(Path file) throws IOException {
        String name = privacy.text(file.getFileName().toString());
        ExternalResult read = ExternalFiles.readOpenMessaging(name, file);
        String stem = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
        String digest;
        try (InputStream in = LimitedFile.document(file)) {
            digest = Scripts.digest(in.readAllBytes()).substring(0, ID_DIGITS);
        }
        ObjectNode result = NODES.objectNode();
        result.put("id", stem.substring(0, Math.min(LONGEST_NAME, stem.length())) + "-" + digest);
        result.put("tool", read.tool());
        ObjectNode stated = result.putObject(STATED);
        read.stated().forEach((key, value) -> stated.put(key, privacy.value(key, value)));
        if (stated.has(SIZE)) {
            // As in scenarios, so that one filter finds both.
            stated.set(SIZE, Numbers.exact(Double.parseDouble(read.stated().get(SIZE))));
        }
        putDay(read, stem, result);
        read.facts().forEach(fact -> result.withArrayProperty("facts").add(privacy.text(fact)));
        ArrayNode series = result.putArray("series");
        read.series().forEach(one -> put(one, series.addObject()));
        ObjectNode tool = NODES.objectNode().put("doubt", read.doubt());
        read.limits().forEach(tool.putArray("limits")::add);
        tools.put(read.tool(), tool);
        return result;
    }

    /** Puts the day on which the run began, as the file states it, or ended, as its name does; the time zone is unknown. */
    private static void putDay(ExternalResult read, String stem, ObjectNode result) {
        Optional<String> begun = day(read.stated().getOrDefault("beginTime", ""));
        begun.or(() -> day(stem))
                .ifPresent(day -> result.put("day", day).put("dayOf", begun.isPresent() ? "file" : "name"));
    }

    private static Optional<String> day(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.find()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(time.group(1)).toString());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static void put(Series series, ObjectNode tree) {
        tree.put("name", series.name()).put("quantity", series.quantity().name().toLowerCase(Locale.ROOT));
        ObjectNode figures = tree.putObject("figures");
        series.figures().forEach((label, value) -> figures.set(label, Numbers.precise(value)));
        series.doubtful().stream().sorted().forEach(tree.putArray("doubtful")::add);
    }

    /** Returns the values by which a filter of the site finds these results. */
    Stream<JsonNode> filters(String key) {
        String field = FIELDS.get(key);
        return field == null
                ? Stream.empty()
                : results.values().stream().map(result -> result.path(STATED).path(field));
    }

    /** Writes the results, and names their files in the manifest and among the keys to keep. A site without any keeps its bytes. */
    void write(Scripts scripts, ObjectNode manifest, Set<String> keys) throws IOException {
        if (results.isEmpty()) {
            return;
        }
        ObjectNode external = manifest.putObject(KIND).put("results", results.size());
        ArrayNode files = external.putArray("files");
        List<ObjectNode> all = new ArrayList<>(results.values());
        for (int from = 0; from < all.size(); from += ROWS) {
            ObjectNode file = NODES.objectNode();
            file.putObject("tools").setAll(tools);
            file.putArray("results").addAll(all.subList(from, Math.min(all.size(), from + ROWS)));
            String key = scripts.write(KIND, file);
            files.add(key);
            keys.add(key);
        }
    }
}
