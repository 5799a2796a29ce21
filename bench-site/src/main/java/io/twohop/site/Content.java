package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results of a site. Only the shards that an addition changes are read and written again: those of the added results' questions,
 * and those whose place in the trie changes.
 */
final class Content {
    private static final int SCHEMA = 2;
    private static final String DEFAULT_TITLE = "Benchmark results";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Scripts scripts;
    private final ShardFiles files;
    private final boolean hasPersonalData;
    private final ObjectNode manifest;
    private final OtherTools otherTools;

    /** Columns of the overview by scenario, of the site as it was; those of loaded scenarios are made again. */
    private final SortedMap<String, ObjectNode> summaries;

    private final SortedMap<String, Integer> counts = new TreeMap<>();

    /** Keys of the site's shards as it was. */
    private final Map<Shard, String> shards = new LinkedHashMap<>();

    private final Map<String, ObjectNode> machines = new TreeMap<>();
    private final SortedMap<String, List<Entry>> loaded = new TreeMap<>();
    private final Set<String> loadedKeys = new TreeSet<>();

    /** Details of the loaded shards. */
    private final Set<String> replaced = new HashSet<>();

    private final Map<String, ArrayNode> pairs = new HashMap<>();
    private final Map<String, List<ObjectNode>> changes = new HashMap<>();
    private final Map<String, ObjectNode> breaks = new HashMap<>();

    /** Scenarios with new results. */
    private final Set<String> changed = new TreeSet<>();

    private final List<Entry> fresh = new ArrayList<>();
    private final Map<String, ObjectNode> facts = new HashMap<>();
    private final Set<String> questions = new HashSet<>();

    private Content(
            Scripts scripts, boolean hasPersonalData, ObjectNode manifest, SortedMap<String, ObjectNode> summaries)
            throws IOException {
        this.scripts = scripts;
        this.files = new ShardFiles(scripts);
        this.hasPersonalData = hasPersonalData;
        this.manifest = manifest;
        this.summaries = summaries;
        this.otherTools = OtherTools.read(scripts, manifest, new Privacy(hasPersonalData));
        summaries.forEach(
                (id, summary) -> counts.put(id, summary.path("results").asInt()));
        manifest.path("machines")
                .forEach(machine -> machines.put(machine.path("alias").asText(), (ObjectNode) machine));
        List<Shard> all = Shard.of(counts);
        for (int i = 0; i < all.size(); i++) {
            shards.put(all.get(i), manifest.path("shards").path(i).path(0).asText());
        }
    }

    /**
     * A written content.
     *
     * @param keys of all shards and overviews
     * @param details keys of the written shards' details
     * @param rows of each shard
     */
    record Written(ObjectNode manifest, Set<String> keys, Set<String> details, List<Integer> rows) {}

    /**
     * Reads a site's content, without its results.
     *
     * @throws ConfigException for a site of another kind or version
     */
    static Content read(Scripts scripts, boolean hasPersonalData) throws IOException {
        if (!scripts.has("manifest")) {
            return new Content(scripts, hasPersonalData, NODES.objectNode(), new TreeMap<>());
        }
        ObjectNode manifest = scripts.read("manifest");
        if (manifest.path("schema").asInt() != SCHEMA) {
            throw ConfigException.invalid(
                    "DIR",
                    "schema " + manifest.path("schema").asText(),
                    SCHEMA + ", which this bench writes; build the site from its results in an empty directory");
        }
        if (manifest.path("personal").asBoolean() != hasPersonalData) {
            throw ConfigException.invalid(
                    "--with-personal-data",
                    hasPersonalData,
                    "the same as in the builds before; build the site from its results in an empty directory");
        }
        return new Content(scripts, hasPersonalData, manifest, Overview.read(scripts, manifest));
    }

    /** Returns the site's results of other tools. */
    OtherTools otherTools() {
        return otherTools;
    }

    boolean isEmpty() {
        return summaries.isEmpty();
    }

    /**
     * Adds results.
     *
     * @return number of results that the site did not have
     * @throws ConfigException for a result that differs from the one of its ID
     */
    int add(List<Entry> entries, Map<String, Scenario> scenarios) throws IOException {
        scenarios.forEach((id, scenario) -> {
            facts.put(id, scenario.facts());
            machines.putIfAbsent(scenario.machine().alias(), scenario.machine().toTree());
            questions.add(scenario.facts().path("question").asText());
        });
        for (Map.Entry<String, ObjectNode> summary : summaries.entrySet()) {
            if (questions.contains(summary.getValue().path("question").asText())) {
                load(summary.getKey());
            }
        }
        Map<String, Entry> known = new HashMap<>();
        loaded.values().forEach(line -> line.forEach(entry -> known.put(entry.id(), entry)));
        int added = 0;
        for (Entry entry : entries) {
            Entry before = known.put(entry.id(), entry);
            if (before == null) {
                loaded.computeIfAbsent(entry.scenario(), first -> new ArrayList<>())
                        .add(entry);
                changed.add(entry.scenario());
                fresh.add(entry);
                added++;
            } else if (!before.isSameAs(entry)) {
                throw ConfigException.invalid(
                        "RESULT",
                        entry.id(),
                        "the result that the site has under this ID; another bench may have made the site: build it from its"
                                + " results in an empty directory");
            } else if (entry.isReported() && !before.isReported()) {
                changed.add(entry.scenario());
                loaded.get(entry.scenario()).replaceAll(one -> one.id().equals(entry.id()) ? entry : one);
            } else {
                known.put(before.id(), before);
            }
        }
        loadNeighbours();
        return added;
    }

    /** Loads the shards of a scenario, and with them their other scenarios. */
    private void load(String scenario) throws IOException {
        for (Map.Entry<Shard, String> shard : shards.entrySet()) {
            if (shard.getKey().scenarios().contains(scenario) && loadedKeys.add(shard.getValue())) {
                ShardFiles.Read read = files.read(shard.getValue());
                pairs.putAll(read.pairs());
                changes.putAll(read.changes());
                breaks.putAll(read.breaks());
                replaced.addAll(read.details());
                read.entries()
                        .forEach(entry -> loaded.computeIfAbsent(entry.scenario(), first -> new ArrayList<>())
                                .add(entry));
            }
        }
    }

    /** A shard that is written needs all of its scenarios, and a scenario all of its shards. */
    private void loadNeighbours() throws IOException {
        int before = -1;
        while (loadedKeys.size() + loaded.size() > before) {
            before = loadedKeys.size() + loaded.size();
            for (Shard shard : Shard.of(counts())) {
                if (shard.scenarios().stream().anyMatch(loaded::containsKey)) {
                    for (String scenario : shard.scenarios()) {
                        if (summaries.containsKey(scenario)) {
                            load(scenario);
                        }
                    }
                }
            }
        }
        loaded.values().forEach(line -> line.sort(Entry.ORDER));
    }

    private SortedMap<String, Integer> counts() {
        SortedMap<String, Integer> now = new TreeMap<>(counts);
        loaded.forEach((scenario, entries) -> now.merge(scenario, entries.size(), Math::max));
        return now;
    }

    /**
     * Writes shards and overviews, and returns the manifest, which is not written.
     *
     * @param title empty to keep it
     * @param annotations empty to keep them
     */
    Written write(Optional<String> title, Optional<ArrayNode> annotations) throws IOException {
        Map<String, Line> lines = loaded.entrySet().parallelStream()
                .collect(Collectors.toConcurrentMap(Map.Entry::getKey, line -> line(line.getKey(), line.getValue())));
        lines.forEach((scenario, line) -> summaries.put(scenario, line.summary()));
        comparePairs(lines);
        List<Shard> all = Shard.of(counts());
        List<ShardFiles.Written> written = all.parallelStream()
                .map(shard -> loaded.containsKey(shard.scenarios().get(0)) ? write(shard, lines) : null)
                .toList();
        ArrayNode shardTrees = NODES.arrayNode();
        Set<String> keys = new HashSet<>();
        Set<String> details = new HashSet<>();
        List<Integer> rows = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            JsonNode tree =
                    written.get(i) == null ? before(all.get(i)) : written.get(i).toTree();
            shardTrees.add(tree);
            keys.add(tree.path(0).asText());
            rows.add(tree.path(1).asInt());
            if (written.get(i) != null) {
                details.addAll(written.get(i).details());
            }
        }
        ObjectNode tree = NODES.objectNode().put("schema", SCHEMA);
        tree.put("title", title.orElse(manifest.path("title").asText(DEFAULT_TITLE)));
        if (hasPersonalData) {
            tree.put("personal", true);
        }
        tree.put("results", rows.stream().mapToInt(Integer::intValue).sum());
        tree.put("scenarios", summaries.size());
        tree.put("newest", newest().toString());
        List<String> aliases = List.copyOf(machines.keySet());
        tree.set("overview", Overview.write(scripts, summaries, all, aliases));
        tree.path("overview").forEach(key -> keys.add(key.asText()));
        machines.values().forEach(tree.putArray("machines")::add);
        tree.set("shards", shardTrees);
        otherTools.write(scripts, tree, keys);
        tree.set("filters", filters());
        tree.set("annotations", annotations.orElseGet(() -> kept("annotations")));
        return new Written(tree, keys, details, rows);
    }

    /** Looks for changes only where results are new. */
    private Line line(String scenario, List<Entry> entries) {
        return changed.contains(scenario)
                ? Line.of(facts(scenario), entries)
                : Line.of(summaries.get(scenario), entries, changes, breaks);
    }

    private ArrayNode kept(String key) {
        return manifest.path(key) instanceof ArrayNode array ? array : NODES.arrayNode();
    }

    private ObjectNode facts(String scenario) {
        ObjectNode before = summaries.get(scenario);
        if (before == null) {
            return facts.get(scenario);
        }
        ObjectNode copy = before.deepCopy();
        copy.remove(List.of("results", "newest", "change", "trend"));
        return copy;
    }

    private void comparePairs(Map<String, Line> lines) {
        Map<String, Map<String, UsableResult>> byQuestion = new TreeMap<>();
        Map<String, ArrayNode> before = new HashMap<>();
        lines.forEach((scenario, line) -> {
            String question = line.summary().path("question").asText();
            if (questions.contains(question)) {
                Optional.ofNullable(pairs.remove(scenario)).ifPresent(its -> before.put(scenario, its));
                line.newestUsable()
                        .ifPresent(result -> byQuestion
                                .computeIfAbsent(question, added -> new TreeMap<>())
                                .put(scenario, result));
            }
        });
        byQuestion.values().parallelStream()
                .map(results -> Pairs.of(results, before))
                .toList()
                .forEach(pairs::putAll);
    }

    private ShardFiles.Written write(Shard shard, Map<String, Line> lines) {
        try {
            return files.write(shard.entries(loaded), lines, pairs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode before(Shard shard) {
        int i = List.copyOf(shards.keySet()).indexOf(shard);
        return manifest.path("shards").path(i);
    }

    private LocalDate newest() {
        return summaries.values().stream()
                .map(summary ->
                        ShardFiles.day(summary.path("newest").path("started").asLong()))
                .max(LocalDate::compareTo)
                .orElseThrow();
    }

    private ObjectNode filters() {
        ObjectNode filters = NODES.objectNode();
        for (String key : List.of("transport", "codec", "workload", "rate", "size")) {
            filters.set(
                    key,
                    distinct(Stream.concat(
                            summaries.values().stream().map(summary -> summary.path(key)), otherTools.filters(key))));
        }
        machines.keySet().forEach(filters.putArray("machine")::add);
        TreeSet<Integer> jdks = new TreeSet<>();
        machines.values().forEach(machine -> {
            if (machine.path("jdk").isInt()) {
                jdks.add(machine.path("jdk").asInt());
            }
        });
        jdks.forEach(filters.putArray("jdk")::add);
        Set<String> versions = new TreeSet<>();
        Set<Integer> verdicts = new TreeSet<>();
        manifest.path("filters").path("version").forEach(version -> versions.add(version.asText()));
        manifest.path("filters")
                .path("verdict")
                .forEach(word -> verdicts.add(Reduction.VERDICTS.indexOf(word.asText())));
        fresh.forEach(entry -> {
            JsonNode row = entry.row().get();
            verdicts.add(row.path("verdict").asInt());
            if (row.path("version").isTextual()) {
                versions.add(row.path("version").asText());
            }
        });
        versions.forEach(filters.putArray("version")::add);
        ArrayNode words = filters.putArray("verdict");
        verdicts.forEach(verdict -> words.add(Reduction.VERDICTS.get(verdict)));
        return filters;
    }

    /** Returns each value once, numbers before texts. */
    private static ArrayNode distinct(Stream<JsonNode> values) {
        TreeMap<Double, JsonNode> numbers = new TreeMap<>();
        TreeMap<String, JsonNode> texts = new TreeMap<>();
        values.forEach(value -> {
            if (value.isNumber()) {
                numbers.put(value.asDouble(), value);
            } else if (value.isTextual()) {
                texts.put(value.asText(), value);
            }
        });
        ArrayNode all = NODES.arrayNode();
        numbers.values().forEach(all::add);
        texts.values().forEach(all::add);
        return all;
    }

    /** Removes data files that the manifest names neither itself nor through its shards. */
    void removeStale(Written written) throws IOException {
        Set<String> kept = new HashSet<>(written.keys());
        kept.addAll(written.details());
        long details = written.rows().stream().mapToLong(ShardFiles::details).sum();
        List<String> there = scripts.keys();
        boolean isSurplus = there.stream()
                        .filter(key -> key.startsWith("detail-") && (!replaced.contains(key) || kept.contains(key)))
                        .count()
                > details;
        if (isSurplus) {
            // A build that was killed left some.
            for (String key : written.keys()) {
                if (key.startsWith("index-")) {
                    kept.addAll(files.details(key));
                }
            }
        }
        for (String key : there) {
            boolean isDetail = key.startsWith("detail-");
            if (!kept.contains(key) && (!isDetail || isSurplus || replaced.contains(key))) {
                scripts.delete(key);
            }
        }
    }
}
