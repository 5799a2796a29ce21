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
import java.util.Optional;
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
    private static final List<String> VERDICTS = List.of("Met", "Missed", "Saturated", "Invalid", "incomplete");
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
                    25),
            Map.of("alias", HOSTILE, "cpu", HOSTILE, "cores", 2, "kernel", HOSTILE, "jdk", 21));

    private final Path directory;
    private final Scripts scripts;
    private final List<Series> all = new ArrayList<>();

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
        this.scripts = new Scripts(directory.resolve("data"));
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
                Map.of(HOSTILE, HOSTILE),
                "further",
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

    private void write() throws IOException {
        Files.createDirectories(directory.resolve("data"));
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

        manifest.put("schema", 2).put("title", "Order path").put("scenarios", all.size());
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
        scripts.replace("manifest", manifest);
    }

    private void shard(ArrayNode shards, List<Series> scenarios, int from, int to) throws IOException {
        List<Entry> entries = new ArrayList<>();
        Map<String, Line> lines = new LinkedHashMap<>();
        Map<String, ArrayNode> pairs = new LinkedHashMap<>();
        for (Series one : scenarios) {
            for (int i = from; i < Math.min(to, one.results.size()); i++) {
                Map<String, Object> result = one.results.get(i);
                ObjectNode row = JSON.valueToTree(result);
                entries.add(Entry.of(one.id, row, detail(one, result)));
            }
            Map<String, List<ObjectNode>> changes = new LinkedHashMap<>();
            one.changes.forEach(mark -> changes.put(idOf(one, mark), List.of(withoutRow(mark))));
            Map<String, ObjectNode> breaks = new LinkedHashMap<>();
            one.breaks.forEach(mark -> breaks.put(idOf(one, mark), withoutRow(mark)));
            lines.put(one.id, new Line(JSON.createObjectNode(), changes, breaks, Optional.empty()));
            pairs.put(one.id, JSON.valueToTree(one.pairs));
            one.shards.add(shards.size());
        }
        shards.add(new ShardFiles(scripts).write(entries, lines, pairs).toTree());
    }

    private static String idOf(Series series, Map<String, Object> mark) {
        return (String) series.results.get((Integer) mark.get("row")).get("id");
    }

    private static ObjectNode withoutRow(Map<String, Object> mark) {
        ObjectNode tree = JSON.valueToTree(mark);
        tree.remove("row");
        return tree;
    }

    private ObjectNode detail(Series series, Map<String, Object> result) {
        boolean isHostile = series == all.get(all.size() - 1);
        String text = isHostile ? HOSTILE : "plain";
        ObjectNode made = JsonNodeFactory.instance.objectNode();
        if (isHostile) {
            made.put("name", result.get("id") + HOSTILE);
        }
        ArrayNode reasons = made.putArray("reasons");
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
        ObjectNode forks = made.putObject("forks");
        for (int i = 0; i < (Integer) result.get("forks"); i++) {
            forks.withArrayProperty("p50").add((Long) result.get("p50") + i);
            forks.withArrayProperty("p99").add((Long) result.get("p99") + i);
            forks.withArrayProperty("achieved").add(10_000.0);
        }
        made.putObject("guarantees").put("ordering", text).put("acknowledged", true);
        made.putArray("accounting").add(100_000).add(100_000).add(100_000).add(0);
        made.putObject("versions").put("bench", "0.1.0").put("client", (String) result.get("version"));
        made.putObject("machine")
                .put("governor", series.setting.get("machine").equals(1) ? "powersave" : "performance")
                .put("smt", false)
                .put("clockSource", "tsc")
                .put("isolated", text);
        made.put("loadBefore", 0.5).put("stealPercent", 0.0);
        made.putArray("flags").add("-XX:+UseZGC").add(text);
        made.putArray("warnings").add(text);
        made.putObject("files")
                .put("workload", isHostile ? HOSTILE : "mode: latency\nrate: [10k]\nsize: 256\n")
                .put("transport", isHostile ? HOSTILE : "transport: here\n");
        made.put("command", isHostile ? HOSTILE : "./bench -Drate=10k " + series.setting.get("transport") + ".yaml");
        if (series.setting.get("transport").equals("nats")) {
            made.put("interleaved", "0123abcd");
        }
        if (series == all.get(0)) {
            made.put("report", true);
        }
        return made;
    }

    private void overview(ArrayNode names, List<Series> scenarios) throws IOException {
        Table table = new Table();
        for (Series one : scenarios) {
            ObjectNode row = JSON.valueToTree(one.setting);
            row.put("id", one.id).put("results", one.results.size()).set("shards", JSON.valueToTree(one.shards));
            Map<String, Object> newest = one.results.get(one.results.size() - 1);
            newest.forEach((key, value) -> {
                if (!key.equals("revision") && !key.equals("jdk")) {
                    row.set("newest." + key, JSON.valueToTree(value));
                }
            });
            Map<String, Object> last = one.changes.isEmpty() ? Map.of() : one.changes.get(one.changes.size() - 1);
            row.set("change.percent", JSON.valueToTree(last.get("percent")));
            row.set("change.revision", JSON.valueToTree(last.get("revision")));
            row.set(
                    "change.at",
                    JSON.valueToTree(
                            last.isEmpty()
                                    ? null
                                    : one.results.get((Integer) last.get("row")).get("started")));
            row.set(
                    "trend",
                    JSON.valueToTree(one.results.stream()
                            .map(each -> (Integer) each.get("verdict") <= 1 ? each.get("p50") : null)
                            .toList()));
            table.add(row);
        }
        ObjectNode part = JSON.createObjectNode();
        table.putInto(part);
        names.add(scripts.write("overview", part));
    }
}
