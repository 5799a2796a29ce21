package io.twohop.site;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * A small site with each kind of result, written in the form of the site's data: usable, refused in each way, tuned, of one fork, beyond trust,
 * of two machines, and with markup in every text.
 */
final class SampleSite {
    /** Results of the series with a change and a break of the machine. */
    static final int SERIES = 40;

    static final int BREAK = 20;
    static final int CHANGE = 30;

    /** None of it may become part of a page. */
    static final String HOSTILE =
            "<img src=x onerror='window.hacked=1'>\"</script><script>window.hacked=1</script>&amp;";

    static final String LINK = "javascript:window.hacked=1";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant FIRST = Instant.parse("2026-10-01T02:00:00Z");
    private static final int DAY = 86_400;
    private static final List<String> VERDICTS =
            List.of("Met", "Missed", "Saturated", "Invalid", "incomplete", "external");
    private static final List<String> WORDS = List.of("reason", "trust", "version", "jdk", "revision", "layout");
    private static final List<String> FIGURES = List.of(
            "id",
            "started",
            "verdict",
            "reason",
            "trust",
            "forks",
            "p50",
            "p90",
            "p99",
            "p999",
            "p9999",
            "max",
            "untrusted",
            "offered",
            "achieved",
            "cpu",
            "bytes",
            "layout",
            "version",
            "jdk",
            "revision");
    private static final List<Map<String, Object>> MACHINES = List.of(
            Map.of("alias", "lab-1", "cpu", "AMD EPYC 9354", "cores", 8, "memoryGiB", 32, "kernel", "6.6", "jdk", 21),
            Map.of(
                    "alias",
                    "lab-2",
                    "cpu",
                    "Intel Xeon 8488C",
                    "cores",
                    4,
                    "memoryGiB",
                    16,
                    "kernel",
                    "6.1",
                    "jdk",
                    25,
                    "cloud",
                    "c7i.2xlarge"),
            Map.of("alias", HOSTILE, "cpu", HOSTILE, "cores", 2, "kernel", HOSTILE, "jdk", 21));

    private final Path directory;
    private final List<Series> all = new ArrayList<>();
    private int names;

    /** A scenario with its results, oldest first. */
    static final class Series {
        final String id;
        final Map<String, Object> setting = new LinkedHashMap<>();
        final List<Map<String, Object>> results = new ArrayList<>();
        final List<Map<String, Object>> changes = new ArrayList<>();
        final List<Map<String, Object>> breaks = new ArrayList<>();
        final List<Map<String, Object>> pairs = new ArrayList<>();
        final TreeSet<Integer> shards = new TreeSet<>();

        private Series(String id) {
            this.id = id;
        }
    }

    private SampleSite(Path directory) {
        this.directory = directory;
    }

    /** Writes the site into a directory that exists. */
    static void write(Path directory) throws IOException {
        SampleSite site = new SampleSite(directory);
        site.fill();
        site.write();
    }

    static String id(int number) {
        return String.format(Locale.ROOT, "%012x", number);
    }

    private Series scenario(int number, String question, String workload, double rate, String transport, int machine) {
        Series made = new Series(id(number));
        made.setting.put("workload", workload);
        made.setting.put("question", question);
        made.setting.put("family", workload + machine);
        made.setting.put("rate", rate);
        made.setting.put("size", 256);
        made.setting.put("hops", 2);
        made.setting.put("codec", "json");
        made.setting.put("transport", transport);
        made.setting.put("system", transport);
        made.setting.put("configuration", "default");
        made.setting.put("changed", Map.of());
        made.setting.put("machine", machine);
        made.setting.put("service", "pass-through");
        all.add(made);
        return made;
    }

    /** Adds a result that met its objectives, {@code day} days after the first. */
    private static Map<String, Object> result(Series series, int day, long p50) {
        Map<String, Object> made = new LinkedHashMap<>();
        Instant started = FIRST.plusSeconds((long) day * DAY);
        String time = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT)
                .withZone(ZoneOffset.UTC)
                .format(started);
        made.put("id", time + "-" + series.setting.get("workload") + "-" + series.id.substring(4));
        made.put("started", started.getEpochSecond());
        made.put("verdict", 0);
        made.put("reason", null);
        made.put("trust", "all");
        made.put("forks", 5);
        made.put("p50", p50);
        made.put("p90", 2 * p50);
        made.put("p99", 5 * p50);
        made.put("p999", 20 * p50);
        made.put("p9999", 50 * p50);
        made.put("max", 90 * p50);
        made.put("untrusted", 0);
        made.put("offered", series.setting.get("rate"));
        made.put("achieved", series.setting.get("rate"));
        made.put("cpu", 12.3);
        made.put("bytes", 640);
        made.put("layout", "single");
        made.put("version", "4.1.0");
        made.put("jdk", "21.0.5");
        made.put("revision", String.format(Locale.ROOT, "%07x", 0xabc0000 + day));
        series.results.add(made);
        return made;
    }

    private void fill() {
        Series chronicle = scenario(1, "q1", "order-path", 10_000, "chronicle", 0);
        for (int i = 0; i < SERIES; i++) {
            result(chronicle, i, (i < CHANGE ? 1_000 : 1_200) + i % 3 * 10L);
        }
        chronicle.breaks.add(Map.of("row", BREAK, "text", "kernel 6.1 -> 6.6"));
        chronicle.changes.add(Map.of(
                "row",
                CHANGE,
                "figure",
                "p50",
                "percent",
                19.8,
                "low",
                18.1,
                "high",
                21.4,
                "p",
                0.0001,
                "revision",
                "abc001e",
                "before",
                "abc001d"));

        Series kafka = scenario(2, "q1", "order-path", 10_000, "kafka", 0);
        Map<String, Object> single = result(kafka, SERIES, 250_000);
        single.putAll(Map.of("forks", 1, "trust", "p99", "untrusted", 56, "version", "3.9.0"));
        pair(chronicle, kafka);

        Series nats = scenario(3, "q1", "order-path", 10_000, "nats", 0);
        result(nats, 10, 180_000).put("revision", "feed001");
        result(nats, 11, 90)
                .putAll(Map.of("verdict", 2, "reason", "the backlog grew by 900 messages/s", "achieved", 9_100));
        // Too few forks for an interval.
        nats.pairs.add(Map.of(
                "with",
                chronicle.id,
                "figure",
                "p99",
                "verdict",
                "not enough data",
                "percent",
                12.3,
                "n",
                1,
                "a",
                nats.results.get(0).get("id"),
                "b",
                chronicle.results.get(SERIES - 1).get("id")));
        Series aeron = scenario(4, "q1", "order-path", 10_000, "aeron", 0);
        result(aeron, 12, 80).putAll(Map.of("verdict", 3, "reason", "12 messages are missing"));
        Series redis = scenario(5, "q1", "order-path", 10_000, "redis", 0);
        result(redis, 13, 70).putAll(Map.of("verdict", 4, "reason", "interrupted after 2 of 5 forks"));
        result(scenario(6, "q1", "order-path", 10_000, "omb-kafka", 0), 14, 60).put("verdict", 5);
        Series tuned = scenario(7, "q1", "order-path", 10_000, "kafka", 0);
        tuned.setting.putAll(Map.of("configuration", "tuned", "changed", Map.of("producer.linger.ms", 5)));
        result(tuned, 15, 100).put("jdk", "21.0.4");

        result(scenario(8, "q2", "order-path", 50_000, "chronicle", 0), 16, 1_500)
                .put("verdict", 1);
        result(scenario(9, "q3", "order-path", 100_000, "chronicle", 0), 17, 95_000)
                .putAll(Map.of("verdict", 2, "reason", "achieved 81,000 of 100,000/s"));
        Series faster = scenario(10, "q4", "order-path", 10_000, "chronicle", 1);
        result(faster, 18, 500).putAll(Map.of("jdk", "25.0.1", "version", "5.0.0"));
        Series large = scenario(11, "q5", "large", 100, "nats", 0);
        large.setting.putAll(Map.of("size", 65_536, "codec", "sbe"));
        result(large, 19, 300_000).put("p9999", null);

        Series hostile = scenario(12, HOSTILE, HOSTILE, 1_000, LINK, 2);
        hostile.setting.putAll(Map.of(
                "codec",
                HOSTILE,
                "system",
                HOSTILE,
                "service",
                HOSTILE,
                "configuration",
                "tuned",
                "changed",
                Map.of(HOSTILE, HOSTILE)));
        for (int i = 0; i < 3; i++) {
            result(hostile, 20 + i, 400)
                    .putAll(Map.of(
                            "reason", HOSTILE, "layout", HOSTILE, "version", LINK, "jdk", HOSTILE, "revision", LINK));
        }
        hostile.breaks.add(Map.of("row", 1, "text", HOSTILE));
        hostile.changes.add(Map.of("row", 2, "figure", "p50", "percent", -5.5, "revision", LINK, "before", HOSTILE));
    }

    private static void pair(Series one, Series other) {
        one.pairs.add(new LinkedHashMap<>(Map.of(
                "with",
                other.id,
                "figure",
                "p50",
                "verdict",
                "faster",
                "percent",
                -99.5,
                "low",
                -99.6,
                "high",
                -99.3,
                "p",
                0.0079,
                "n",
                "5 and 1",
                "a",
                one.results.get(one.results.size() - 1).get("id"))));
        one.pairs.get(0).put("b", other.results.get(0).get("id"));
    }

    private String name(String kind) {
        return kind + "-" + id(0xf00d00 + names++);
    }

    private void register(String name, ObjectNode data) throws IOException {
        String text = JSON.writeValueAsString(data)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026");
        Files.createDirectories(directory.resolve("data"));
        Files.writeString(directory.resolve("data/" + name + ".js"), "register(\"" + name + "\", " + text + ");\n");
    }

    private void write() throws IOException {
        for (Map.Entry<String, String> file : PageFiles.all().entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue());
        }
        ObjectNode manifest = JsonNodeFactory.instance.objectNode();
        ArrayNode shards = manifest.putArray("shards");
        // The series is cut where its machine changed; the others share a file, and the hostile one has its own.
        Series series = all.get(0);
        shard(shards, List.of(series), 0, BREAK);
        shard(shards, List.of(series), BREAK, SERIES);
        shard(shards, all.subList(1, all.size() - 1), 0, SERIES);
        shard(shards, List.of(all.get(all.size() - 1)), 0, SERIES);

        manifest.put("schema", 1).put("title", "Order path").put("scenarios", all.size());
        manifest.put(
                "results", all.stream().mapToInt(each -> each.results.size()).sum());
        manifest.put("newest", "2026-11-10");
        manifest.set("machines", JSON.valueToTree(MACHINES));
        ArrayNode overviews = manifest.putArray("overview");
        overview(overviews, all.subList(0, 9));
        overview(overviews, all.subList(9, all.size()));
        ObjectNode filters = manifest.putObject("filters");
        for (String key : List.of("transport", "codec", "workload", "rate", "size")) {
            filters.set(
                    key,
                    JSON.valueToTree(all.stream()
                            .map(each -> each.setting.get(key))
                            .distinct()
                            .toList()));
        }
        filters.set(
                "machine",
                JSON.valueToTree(
                        MACHINES.stream().map(each -> each.get("alias")).toList()));
        filters.set("jdk", JSON.valueToTree(List.of(21, 25)));
        filters.set("version", JSON.valueToTree(List.of("3.9.0", "4.1.0", "5.0.0", LINK)));
        filters.set("verdict", JSON.valueToTree(VERDICTS));
        manifest.set(
                "annotations",
                JSON.valueToTree(List.of(
                        Map.of("from", "2026-10-12", "scope", Map.of("transport", "chronicle"), "text", "new disk"),
                        Map.of(
                                "from",
                                "2026-10-22",
                                "to",
                                HOSTILE,
                                "scope",
                                Map.of("transport", LINK),
                                "text",
                                HOSTILE))));
        register("manifest", manifest);
    }

    private void shard(ArrayNode shards, List<Series> scenarios, int from, int to) throws IOException {
        ObjectNode shard = JsonNodeFactory.instance.objectNode();
        Dictionaries dictionaries = new Dictionaries();
        ArrayNode ids = shard.putArray("scenarios");
        ObjectNode columns = shard.putObject("columns");
        ObjectNode trends = shard.putObject("trends");
        ObjectNode pairs = shard.putObject("pairs");
        String detailName = name("detail");
        ObjectNode detail = JsonNodeFactory.instance.objectNode();
        detail.putArray("texts")
                .add("mode: latency\nrate: [10k]\nsize: 256\n")
                .add("transport: here\n")
                .add(HOSTILE);
        ArrayNode details = detail.putArray("results");
        int rows = 0;
        String oldest = "9999";
        String newest = "";
        for (Series one : scenarios) {
            List<Map<String, Object>> part =
                    one.results.subList(Math.min(from, one.results.size()), Math.min(to, one.results.size()));
            ObjectNode trend = trends.putObject(one.id);
            int offset = rows - from;
            moved(one.changes, from, to, offset, trend.putArray("changes"));
            moved(one.breaks, from, to, offset, trend.putArray("breaks"));
            pairs.set(one.id, JSON.valueToTree(one.pairs));
            for (Map<String, Object> result : part) {
                FIGURES.forEach(key -> dictionaries.add(columns.withArray(key), key, result.get(key)));
                columns.withArray("scenario").add(ids.size());
                columns.withArray("detail").addArray().add(0).add(details.size());
                details.add(detail(one, result));
                String day = Instant.ofEpochSecond(((Number) result.get("started")).longValue())
                        .toString()
                        .substring(0, 10);
                oldest = day.compareTo(oldest) < 0 ? day : oldest;
                newest = day.compareTo(newest) > 0 ? day : newest;
                rows++;
            }
            ids.add(one.id);
            one.shards.add(shards.size());
        }
        shard.set("dictionaries", dictionaries.tree());
        shard.putArray("details").add(detailName);
        String name = name("index");
        shards.addArray()
                .add(name)
                .add(rows)
                .add(oldest)
                .add(newest)
                .add(JSON.valueToTree(scenarios.stream()
                        .map(each -> each.setting.get("transport"))
                        .distinct()
                        .toList()))
                .add(JSON.valueToTree(scenarios.stream()
                        .map(each -> each.setting.get("machine"))
                        .distinct()
                        .toList()));
        register(name, shard);
        register(detailName, detail);
    }

    /** Copies marks of rows in a range, with their place in the shard. */
    private static void moved(List<Map<String, Object>> marks, int from, int to, int offset, ArrayNode into) {
        for (Map<String, Object> mark : marks) {
            int row = (Integer) mark.get("row");
            if (row >= from && row < to) {
                ObjectNode copy = JSON.valueToTree(mark);
                into.add(copy.put("row", row + offset));
            }
        }
    }

    private ObjectNode detail(Series series, Map<String, Object> result) {
        boolean isHostile = series == all.get(all.size() - 1);
        String text = isHostile ? HOSTILE : "plain";
        ObjectNode made = JsonNodeFactory.instance.objectNode();
        made.put("id", (String) result.get("id")).put("name", result.get("id") + (isHostile ? HOSTILE : ""));
        ObjectNode verdict = made.putObject("verdict").put("kind", VERDICTS.get((Integer) result.get("verdict")));
        ArrayNode reasons = verdict.putArray("reasons");
        if (result.get("reason") != null) {
            reasons.add((String) result.get("reason"));
        }
        ObjectNode endToEnd = made.putObject("probes")
                .putObject(isHostile ? HOSTILE : "endToEnd")
                .put("count", 100_000);
        ObjectNode percentiles = endToEnd.putObject("percentiles");
        percentiles.put("p50", (Long) result.get("p50")).put("p99", (Long) result.get("p99"));
        percentiles.put("p99.9", (Long) result.get("p999")).put("max", (Long) result.get("max"));
        ArrayNode untrusted = endToEnd.putArray("untrusted");
        if ((Integer) result.get("untrusted") > 0) {
            untrusted.add("p99.9").add("max");
        }
        ArrayNode forks = made.putArray("forks");
        for (int i = 0; i < (Integer) result.get("forks"); i++) {
            forks.addObject()
                    .put("p50", (Long) result.get("p50") + i)
                    .put("p99", (Long) result.get("p99") + i)
                    .put("achieved", 10_000.0);
        }
        made.putObject("guarantees").put("ordering", text).put("acknowledged", true);
        made.putObject("accounting")
                .put("sent", 100_000)
                .put("received", 100_000)
                .put("missing", 0);
        made.putObject("versions").put("bench", "0.1.0").put("client", (String) result.get("version"));
        made.putObject("machine")
                .put("governor", series.setting.get("machine").equals(1) ? "powersave" : "performance")
                .put("smt", false)
                .put("clockSource", "tsc")
                .put("isolated", text)
                .put("steal", 0.0);
        made.putArray("flags").add("-XX:+UseZGC").add(text);
        made.putArray("warnings").add(text);
        made.putObject("files").put("workload", isHostile ? 2 : 0).put("transport", isHostile ? 2 : 1);
        made.put("command", isHostile ? HOSTILE : "./bench -Drate=10k " + series.setting.get("transport") + ".yaml");
        if (series == all.get(0)) {
            made.put("report", true);
        }
        return made;
    }

    private void overview(ArrayNode names, List<Series> scenarios) throws IOException {
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        Dictionaries dictionaries = new Dictionaries();
        ObjectNode columns = part.putObject("columns");
        for (Series one : scenarios) {
            columns.withArray("id").add(one.id);
            one.setting.forEach((key, value) -> dictionaries.add(columns.withArray(key), key, value));
            columns.withArray("results").add(one.results.size());
            columns.withArray("shards").add(JSON.valueToTree(one.shards));
            Map<String, Object> newest = one.results.get(one.results.size() - 1);
            ObjectNode of = columns.withObjectProperty("newest");
            FIGURES.stream()
                    .filter(key -> !key.equals("revision") && !key.equals("jdk"))
                    .forEach(key -> dictionaries.add(of.withArray(key), key, newest.get(key)));
            ObjectNode change = columns.withObjectProperty("change");
            Map<String, Object> last = one.changes.isEmpty() ? Map.of() : one.changes.get(one.changes.size() - 1);
            change.withArray("percent").add(JSON.valueToTree(last.get("percent")));
            change.withArray("revision").add(JSON.valueToTree(last.get("revision")));
            change.withArray("at")
                    .add(JSON.valueToTree(
                            last.isEmpty()
                                    ? null
                                    : one.results.get((Integer) last.get("row")).get("started")));
            columns.withArray("trend")
                    .add(JSON.valueToTree(one.results.stream()
                            .map(each -> (Integer) each.get("verdict") <= 1 ? each.get("p50") : null)
                            .toList()));
        }
        part.set("dictionaries", dictionaries.tree());
        String name = name("overview");
        names.add(name);
        register(name, part);
    }

    /** Texts that repeat, by column. */
    private static final class Dictionaries {
        private final Map<String, List<Object>> words = new LinkedHashMap<>();

        private void add(ArrayNode column, String key, Object value) {
            if (!WORDS.contains(key) || value == null) {
                column.add(JSON.valueToTree(value));
                return;
            }
            List<Object> known = words.computeIfAbsent(key, unused -> new ArrayList<>());
            if (!known.contains(value)) {
                known.add(value);
            }
            column.add(known.indexOf(value));
        }

        private ObjectNode tree() {
            return JSON.valueToTree(words);
        }
    }
}
