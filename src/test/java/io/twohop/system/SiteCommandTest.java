package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench site} of copies of a real run, each with a change. */
@Timeout(240)
class SiteCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant FIRST = Instant.parse("2026-03-01T02:00:00Z");
    private static final int FORKS = 6;

    /** None of it may become part of a page. */
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>&\u2028";

    @TempDir
    static Path measured;

    @TempDir
    Path directory;

    private static ObjectNode real;
    private Path results;
    private Path site;

    @BeforeAll
    static void measure() throws Exception {
        Path result = UnforkedRun.of(
                        measured, "smoke.yaml", "loopback.yaml", "rate=1k", "warmup=300ms", "duration=1s", "idle=park")
                .directory();
        real = (ObjectNode) JSON.readTree(result.resolve("result.json").toFile());
        // Whatever this machine made of it.
        real.putObject("verdict").put("kind", "Met").putArray("reasons");
        ((ObjectNode) real.path("workloadSettings")).put("forks", Integer.toString(FORKS));
    }

    @BeforeEach
    void place() throws IOException {
        results = Files.createDirectory(directory.resolve("results"));
        site = directory.resolve("public");
    }

    /** Makes a result of several forks around a median. */
    private Path night(int night, String transport, double p50, Consumer<ObjectNode> change) {
        ObjectNode result = real.deepCopy();
        String name = "night-%03d-%s".formatted(night, transport);
        result.put("name", name).put("transport", transport).put("revision", "c" + night);
        result.put("startedAt", FIRST.plus(night, ChronoUnit.DAYS).toString());
        setMedian(result, p50);
        ArrayNode forks = (ArrayNode) result.path("forks");
        ObjectNode fork = (ObjectNode) forks.remove(0);
        SplittableRandom random = new SplittableRandom(name.hashCode());
        for (int number = 1; number <= FORKS; number++) {
            ObjectNode one = fork.deepCopy().put("number", number);
            setMedian(one, p50 * (1 + 0.01 * random.nextGaussian()));
            forks.add(one);
        }
        change.accept(result);
        try {
            Path made = Files.createDirectories(results.resolve(name));
            JSON.writeValue(made.resolve("result.json").toFile(), result);
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void setMedian(ObjectNode measured, double p50) {
        ((ObjectNode) measured.at("/probes/endToEnd/percentilesNanos")).put("p50", Math.round(p50));
    }

    private Path night(int night, String transport, double p50) {
        return night(night, transport, p50, result -> {});
    }

    private BenchCall bench(Object... arguments) {
        List<String> all = new ArrayList<>(List.of("site"));
        Stream.of(arguments).map(Object::toString).forEach(all::add);
        return BenchCall.of(directory, all.toArray(String[]::new));
    }

    private void build(Path into, List<Path> of) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of(into));
        arguments.addAll(of);
        BenchCall call = bench(arguments.toArray());
        assertThat(call.exitCode()).as(call.err()).isZero();
    }

    private void assertRefused(String why, Object... arguments) throws Exception {
        BenchCall call = bench(arguments);
        assertThat(call.exitCode()).as(call.out()).isEqualTo(2);
        assertThat(call.err()).contains(why);
        assertThat(call.err().lines()).hasSize(1);
    }

    private static JsonNode data(Path site, String key) throws IOException {
        String text = Files.readString(site.resolve("data/" + key + ".js"));
        String begin = "register(\"" + key + "\", ";
        assertThat(text).startsWith(begin).endsWith(");\n");
        return JSON.readTree(text.substring(begin.length(), text.length() - 3));
    }

    private JsonNode manifest() throws IOException {
        return data(site, "manifest");
    }

    /** A row of a table, which has indexes into dictionaries, and dictionaries alone for columns of one value. */
    private static Map<String, JsonNode> row(JsonNode table, int row) {
        Map<String, JsonNode> cells = new HashMap<>();
        table.path("columns")
                .properties()
                .forEach(column -> cells.put(column.getKey(), column.getValue().path(row)));
        table.path("dictionaries").properties().forEach(dictionary -> {
            JsonNode place = cells.get(dictionary.getKey());
            cells.put(dictionary.getKey(), dictionary.getValue().path(place == null ? 0 : place.asInt()));
        });
        return cells;
    }

    /** The row of an index by the beginning of its name, with its detail and its scenario's part. */
    private Map<String, JsonNode> row(String name) throws IOException {
        for (JsonNode shard : manifest().path("shards")) {
            JsonNode index = data(site, shard.path(0).asText());
            int scenario = 0;
            int ofScenario = 0;
            for (int i = 0; i < index.path("rows").asInt(); i++) {
                if (ofScenario++ == index.path("counts").path(scenario).asInt()) {
                    scenario++;
                    ofScenario = 1;
                }
                Map<String, JsonNode> row = row(index, i);
                if (row.get("name").asText().startsWith(name)) {
                    JsonNode details =
                            data(site, index.path("details").path(i / 50).asText());
                    String id = index.path("scenarios").path(scenario).asText();
                    row.put("its", details.path("results").path(i % 50));
                    row.put("shared", details.path("shared"));
                    row.put(
                            "id",
                            JSON.getNodeFactory()
                                    .textNode(row.get("name").asText() + "-"
                                            + row.get("hash").asText()));
                    row.put("trend", index.path("trends").path(id));
                    row.put("pairs", index.path("pairs").path(id));
                    row.put("row", JSON.getNodeFactory().numberNode(i));
                    row.put("overview", overview(id));
                    return row;
                }
            }
        }
        throw new AssertionError("no row of " + name);
    }

    private JsonNode overview(String scenario) throws IOException {
        for (JsonNode key : manifest().path("overview")) {
            JsonNode overview = data(site, key.asText());
            for (int i = 0; i < overview.path("rows").asInt(); i++) {
                ObjectNode row = JSON.createObjectNode().setAll(row(overview, i));
                if (row.path("id").asText().equals(scenario)) {
                    row.set(
                            "machine",
                            manifest().path("machines").path(row.path("machine").asInt()));
                    return row;
                }
            }
        }
        throw new AssertionError("no scenario " + scenario);
    }

    private static Map<String, String> files(Path root) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(
                        root.relativize(file).toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return files;
    }

    private List<Path> threeTransports(int nights) {
        List<Path> made = new ArrayList<>();
        for (int night = 0; night < nights; night++) {
            made.add(night(night, "loopback", night < 20 ? 1_000_000 : 1_200_000));
            made.add(night(night, "mine", 2_000_000));
            if (night % 7 == 0) {
                made.add(night(
                        night,
                        "other",
                        1_003_000,
                        result -> ((ObjectNode) result.path("workloadSettings"))
                                .putArray("rate")
                                .add("2k/s")));
            }
        }
        return made;
    }

    @Test
    void shouldWriteTheSameBytesInAnyOrderAndInAnySteps() throws Exception {
        List<Path> all = threeTransports(30);
        build(site, List.of(results));

        List<Path> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, new Random(1));
        Path steps = directory.resolve("steps");
        build(steps, shuffled.subList(0, 1));
        build(steps, shuffled.subList(1, 40));
        build(steps, shuffled.subList(20, shuffled.size()));

        assertThat(files(steps)).isEqualTo(files(site));
        assertThat(manifest().path("results").asInt()).isEqualTo(all.size());
        assertThat(files(site).keySet())
                .allMatch(name -> name.matches("index\\.html|page-[0-9a-f]{12}\\.(js|css)|data/manifest\\.js"
                        + "|data/(overview|index|detail)-[0-9a-f]{12}\\.js"));
    }

    @Test
    void shouldFindChangesAndCompareWithinAQuestionAlone() throws Exception {
        threeTransports(30);

        build(site, List.of(results));

        Map<String, JsonNode> after = row("night-020-loopback");
        assertThat(after.get("trend").path("changes")).hasSize(1);
        JsonNode change = after.get("trend").path("changes").path(0);
        assertThat(change.path("row")).isEqualTo(after.get("row"));
        assertThat(change.path("revision").asText()).isEqualTo("c20");
        assertThat(change.path("before").asText()).isEqualTo("c19");
        assertThat(change.path("percent").asDouble()).isBetween(19.0, 21.0);
        assertThat(after.get("overview").path("trend")).hasSize(30);

        JsonNode pair = after.get("pairs").path(0);
        Map<String, JsonNode> mine = row("night-029-mine");
        assertThat(pair.path("with")).isEqualTo(mine.get("overview").path("id"));
        assertThat(pair.path("a").asText()).startsWith("night-029-loopback-");
        assertThat(pair.path("b").asText()).startsWith("night-029-mine-");
        assertThat(after.get("pairs").findValuesAsText("verdict")).contains("faster");
        assertThat(mine.get("pairs").findValuesAsText("verdict")).contains("slower");
        assertThat(after.get("pairs").findValuesAsText("figure")).contains("p50");
        // Another rate is another question of the same family.
        Map<String, JsonNode> other = row("night-028-other");
        assertThat(other.get("pairs")).isEmpty();
        assertThat(other.get("overview").path("question"))
                .isNotEqualTo(mine.get("overview").path("question"));
        assertThat(other.get("overview").path("family"))
                .isEqualTo(mine.get("overview").path("family"));
        assertThat(mine.get("overview").path("family"))
                .isEqualTo(after.get("overview").path("family"));
    }

    private static Consumer<ObjectNode> verdict(String kind, String reason) {
        return result -> result.putObject("verdict")
                .put("kind", kind)
                .putArray("reasons")
                .add(reason);
    }

    @Test
    void shouldKeepRefusedResultsOutOfTrendsAndComparisons() throws Exception {
        night(0, "loopback", 1_000_000);
        night(1, "loopback", 9_000_000, verdict("Saturated", "the backlog grew"));
        night(2, "loopback", 9_000_000, verdict("Invalid", "3 messages are lost"));
        night(3, "loopback", 9_000_000, result -> {
            result.put("complete", false);
            ((ObjectNode) result.at("/forks/0")).put("failure", "killed").put("complete", false);
        });
        night(4, "loopback", 1_000_000, verdict("Missed", "p99 is above 1 ms"));
        night(5, "mine", 9_000_000, verdict("Saturated", "the backlog grew"));

        build(site, List.of(results));

        assertThat(row("night-000").get("verdict").asInt()).isZero();
        assertThat(row("night-001").get("verdict").asInt()).isEqualTo(2);
        assertThat(row("night-001").get("reason").asText()).isEqualTo("the backlog grew");
        assertThat(row("night-001").get("p50").asLong()).isEqualTo(9_000_000);
        assertThat(row("night-002").get("verdict").asInt()).isEqualTo(3);
        assertThat(row("night-003").get("verdict").asInt()).isEqualTo(4);
        assertThat(row("night-003").get("reason").asText()).isEqualTo("killed");
        assertThat(row("night-004").get("verdict").asInt()).isEqualTo(1);
        assertThat(row("night-000").get("overview").path("trend").toString())
                .isEqualTo("[1000000,null,null,null,1000000]");
        // Nothing can be compared with a saturated one.
        assertThat(row("night-004").get("pairs")).isEmpty();
        assertThat(manifest().at("/filters/verdict").toString())
                .isEqualTo("[\"Met\",\"Missed\",\"Saturated\",\"Invalid\",\"incomplete\"]");
    }

    @Test
    void shouldNotHideThatThereIsOneFork() throws Exception {
        for (String transport : List.of("loopback", "mine")) {
            night(0, transport, 1_000_000, result -> {
                ArrayNode forks = (ArrayNode) result.path("forks");
                while (forks.size() > 1) {
                    forks.remove(1);
                }
            });
        }

        build(site, List.of(results));

        assertThat(row("night-000-mine").get("forks").asInt()).isEqualTo(1);
        JsonNode pair = row("night-000-mine").get("pairs").path(0);
        assertThat(pair.path("verdict").asText()).isEqualTo("not enough data");
        assertThat(pair.path("n").asInt()).isEqualTo(1);
        assertThat(pair.has("low")).isFalse();
    }

    @Test
    void shouldMarkWhatTheMachineMayHaveDecided() throws Exception {
        Consumer<ObjectNode> delayed = measured -> {
            ObjectNode trust = measured.putObject("trust")
                    .put("delayedShare", 0.1)
                    .put("longestNanos", 5)
                    .put("cause", "x");
            ObjectNode probe = trust.putObject("probes")
                    .putObject("endToEnd")
                    .put("upTo", 40.0)
                    .put("nanos", 7);
            probe.putArray("untrusted").add("p50").add("p99").add("max");
            probe.putObject("ranges");
        };
        for (int night = 0; night < 20; night++) {
            night(night, "loopback", night < 10 ? 1_000_000 : 2_000_000, result -> {
                delayed.accept(result);
                result.path("forks").forEach(fork -> delayed.accept((ObjectNode) fork));
            });
        }
        night(19, "mine", 1_000_000);

        build(site, List.of(results));

        assertThat(row("night-010").get("untrusted").asInt()).isEqualTo(1 + 4 + 32);
        assertThat(row("night-010").get("trust").asText()).isEqualTo("p40");
        assertThat(row("night-019-mine").get("trust").asText()).isEqualTo("unknown");
        assertThat(row("night-010").get("trend").path("changes")).isEmpty();
        assertThat(row("night-019-mine").get("pairs").findValuesAsText("verdict"))
                .contains("cannot be judged here");
    }

    @Test
    void shouldTellMachinesApartAndBreakTheLineWhereOneChanges() throws Exception {
        night(
                0,
                "loopback",
                1_000_000,
                environment(it -> it.put("kernel", "6.1.3").put("java", "17.0.1")));
        night(
                1,
                "loopback",
                1_000_000,
                environment(it -> it.put("kernel", "6.1.9").put("java", "17.0.1")));
        night(
                2,
                "loopback",
                1_000_000,
                environment(it -> it.put("kernel", "6.1.9").put("java", "17.0.2")));
        night(2, "mine", 1_000_000, environment(it -> it.put("kernel", "6.1.9").put("java", "17.0.1")));
        night(
                3,
                "loopback",
                1_000_000,
                environment(it -> it.put("kernel", "6.6.1").put("java", "17.0.2")));
        night(
                4,
                "loopback",
                1_000_000,
                environment(it -> it.put("kernel", "6.1.9").put("java", "21.0.2")));

        build(site, List.of(results));

        JsonNode breaks = row("night-000").get("trend").path("breaks");
        assertThat(breaks.findValuesAsText("text")).containsExactly("kernel 6.1.3 -> 6.1.9", "java 17.0.1 -> 17.0.2");
        assertThat(breaks.path(0).path("row")).isEqualTo(row("night-001").get("row"));
        JsonNode one = row("night-000").get("overview");
        assertThat(one.path("machine").path("kernel").asText()).isEqualTo("6.1");
        for (String other : List.of("night-003", "night-004")) {
            assertThat(row(other).get("overview").path("question")).isNotEqualTo(one.path("question"));
            assertThat(row(other).get("overview").path("machine").path("alias"))
                    .isNotEqualTo(one.path("machine").path("alias"));
        }
        JsonNode pair = row("night-002-mine").get("pairs").path(0);
        assertThat(pair.path("verdict").asText()).isEqualTo("not comparable");
        assertThat(pair.path("reason").asText()).isEqualTo("jvm.java: 17.0.1 against 17.0.2");
    }

    private static Consumer<ObjectNode> environment(Consumer<ObjectNode> change) {
        return result -> result.path("forks").forEach(fork -> change.accept((ObjectNode) fork.path("environment")));
    }

    private static Consumer<ObjectNode> transport(String key, String value) {
        return result -> ((ObjectNode) result.path("transportSettings")).put(key, value);
    }

    @Test
    void shouldTellTunedConfigurationsFromDefaults() throws Exception {
        night(0, "loopback", 1_000_000);
        night(1, "loopback", 1_000_000, transport("slots", "8192"));
        night(2, "loopback", 1_000_000, transport("codec", "wire"));
        night(3, "my-loopback", 1_000_000, transport("slots", "2048"));

        build(site, List.of(results));

        assertThat(row("night-000").get("overview").path("configuration").asText())
                .isEqualTo("default");
        assertThat(row("night-001").get("overview").path("configuration").asText())
                .isEqualTo("tuned");
        assertThat(row("night-001").get("overview").path("changed").toString()).isEqualTo("{\"slots\":\"8192\"}");
        assertThat(row("night-002").get("overview").path("configuration").asText())
                .isEqualTo("default");
        assertThat(row("night-002").get("overview").path("codec").asText()).isEqualTo("wire");
        assertThat(row("night-003").get("overview").path("changed").toString()).isEqualTo("{\"slots\":\"2048\"}");
        assertThat(row("night-001").get("overview").path("question"))
                .isEqualTo(row("night-000").get("overview").path("question"));
        assertThat(row("night-002").get("overview").path("question"))
                .isNotEqualTo(row("night-000").get("overview").path("question"));
    }

    @Test
    void shouldHoldWhatItTakesToRepeatAResult() throws Exception {
        night(0, "loopback", 1_000_000);

        build(site, List.of(results));

        Map<String, JsonNode> row = row("night-000");
        JsonNode detail = row.get("its");
        JsonNode shared = row.get("shared");
        assertThat(shared.path(detail.at("/files/workload").asInt()).asText()).contains("rate:\n- 1k/s\n");
        assertThat(shared.path(detail.at("/files/transport").asInt()).asText()).contains("slots: 4096");
        assertThat(shared.path(detail.path("command").asInt()).asText())
                .isEqualTo("./bench -Dworkload=workload.yaml transport.yaml");
        assertThat(detail.at("/forks/p50")).hasSize(FORKS);
        assertThat(shared.path(detail.path("machine").asInt()).path("kernel").asText())
                .isEqualTo(real.at("/forks/0/environment/kernel").asText());
        JsonNode probe = detail.at("/probes/endToEnd");
        assertThat(probe.path("count").asLong())
                .isEqualTo(real.at("/probes/endToEnd/count").asLong());
        assertThat(shared.path(probe.path("labels").asInt()).path(0).asText()).isEqualTo("p50");
        assertThat(probe.path("nanos").path(0).asLong()).isEqualTo(1_000_000);
        assertThat(detail.path("accounting")).hasSize(10);
        assertThat(detail.path("accounting").path(3).asLong()).as("lost").isZero();
        assertThat(shared.path(detail.path("guarantees").asInt())
                        .path("durability")
                        .asText())
                .startsWith("none");
    }

    /** Every text of the file. */
    private static void pollute(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            object.properties().forEach(entry -> {
                boolean isRead = List.of(
                                "startedAt", "kind", "text", "layout", "idle", "delivery", "afterFailure", "number")
                        .contains(entry.getKey());
                if (entry.getValue().isTextual() && !isRead) {
                    entry.setValue(JSON.getNodeFactory()
                            .textNode(HOSTILE + entry.getValue().asText()));
                }
                pollute(entry.getValue());
            });
        } else {
            tree.forEach(SiteCommandTest::pollute);
        }
    }

    @Test
    void shouldLetNoTextEndTheScriptOrBecomeMarkup() throws Exception {
        Path polluted = night(0, "loopback", 1_000_000, SiteCommandTest::pollute);
        Files.move(polluted, polluted.resolveSibling("<img src=x>'\"&"));

        build(site, List.of(results));

        try (Stream<Path> data = Files.list(site.resolve("data"))) {
            for (Path file : data.toList()) {
                assertThat(file).content().doesNotContain("<", ">", "&", "\u2028");
            }
        }
        Map<String, JsonNode> row = row("_img_src_x____");
        assertThat(row.get("overview").path("transport").asText()).isEqualTo(HOSTILE + "loopback");
    }

    @Test
    void shouldLeaveOutPersonalDataUnlessAsked() throws Exception {
        night(0, "loopback", 1_000_000, result -> {
            ((ObjectNode) result.path("transportSettings")).put("path", "/home/alice/var/queue");
            ((ObjectNode) result.path("transportSettings"))
                    .put("bootstrap.servers", "kafka-7.acme.example:9092,10.1.2.3:9093");
            ((ObjectNode) result.path("transportSettings")).put("sasl.user", "alice");
            ArrayNode warnings = result.putArray("warnings");
            warnings.addObject()
                    .put("text", "10.1.2.3 refused /home/alice/key.pem; 127.0.0.1:4222 did not")
                    .put("remedy", "");
            environment(it -> it.putArray("jvmFlags")
                            .add("-Xlog:gc:/srv/alice/gc.log")
                            .add("-Xmx1g"))
                    .accept(result);
        });

        build(site, List.of(results));
        Path open = directory.resolve("open");
        BenchCall call = bench(open, results, "--with-personal-data");
        assertThat(call.exitCode()).as(call.err()).isZero();

        String all = String.join("", files(site.resolve("data")).values());
        assertThat(all)
                .doesNotContain("alice", "acme", "10.1.2.3", "bench-core")
                .contains("127.0.0.1:4222", ".../queue", "HOST:9092");
        assertThat(String.join("", files(open.resolve("data")).values()))
                .contains("/home/alice/var/queue", "kafka-7.acme.example")
                .doesNotContain("bench-core-");
        assertRefused("--with-personal-data: false (expected: the same", open, results);
    }

    @Test
    void shouldKeepTitleAndAnnotations() throws Exception {
        Path first = night(0, "loopback", 1_000_000);
        Path second = night(1, "loopback", 1_000_000);
        Path annotations = directory.resolve("annotations.yaml");
        Files.writeString(annotations, """
                annotations:
                  - {from: 2026-03-02, to: 2026-03-04, scope: {transport: loopback}, text: "another <b>card</b>"}
                """);

        BenchCall call = bench(site, first, "--title", "Order path", "--annotations", annotations);
        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out()).contains("1 results of 1 scenarios, 1 of them new");
        call = bench(site, first, second);
        assertThat(call.out()).contains("2 results of 1 scenarios, 1 of them new, 1 known before");

        assertThat(manifest().path("title").asText()).isEqualTo("Order path");
        assertThat(manifest().path("annotations").toString())
                .isEqualTo("[{\"from\":\"2026-03-02\",\"to\":\"2026-03-04\",\"scope\":{\"transport\":\"loopback\"},"
                        + "\"text\":\"another <b>card</b>\"}]");
        Files.writeString(annotations, "annotations:\n  - {from: yesterday, text: x}\n");
        assertRefused("a day, such as 2026-11-30", site, first, "--annotations", annotations);
    }

    @Test
    void shouldTouchNothingThatIsNotASite() throws Exception {
        Path result = night(0, "loopback", 1_000_000);
        Files.writeString(Files.createDirectory(site).resolve("notes.txt"), "mine");

        assertRefused("an empty or new directory, or a site of bench site; this one has other files", site, result);
        assertThat(files(site)).containsOnlyKeys("notes.txt");

        Path own = directory.resolve("own");
        build(own, List.of(result));
        Files.writeString(own.resolve("CNAME"), "bench.acme.example");
        Files.writeString(own.resolve("data/notes.js"), "mine");
        Files.writeString(own.resolve("data/detail-0123456789ab.js"), "of a build that was killed");
        build(own, List.of(night(1, "loopback", 1_000_000)));
        assertThat(own.resolve("CNAME")).exists();
        assertThat(own.resolve("data/notes.js")).exists();
        assertThat(own.resolve("data/detail-0123456789ab.js")).doesNotExist();
    }

    @Test
    void shouldLetOneBuildWriteAtATime() throws Exception {
        Path first = night(0, "loopback", 1_000_000);
        Path second = night(1, "loopback", 1_000_000);
        build(site, List.of(first));
        Map<String, String> before = files(site);
        Path lock = site.resolve(".build-lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            assertThat(channel.tryLock()).isNotNull();

            assertRefused("a site that no other build writes", site, second);
            Map<String, String> during = files(site);
            during.remove(".build-lock");
            assertThat(during).isEqualTo(before);
        }
        // As a build that was killed leaves it.
        build(site, List.of(second));
        assertThat(manifest().path("results").asInt()).isEqualTo(2);
        assertThat(lock).doesNotExist();
    }

    @Test
    void shouldRefuseWhatCannotBeReadOrContradicts() throws Exception {
        Path result = night(0, "loopback", 1_000_000);
        Path broken = Files.createDirectory(results.resolve("broken"));
        Files.writeString(broken.resolve("result.json"), "{");

        BenchCall call = bench(site, results);
        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.err()).contains("passed over " + broken).contains("a whole result");
        assertRefused("a whole result", site, broken);
        Path forkless = night(3, "loopback", 1_000_000, it -> it.putArray("forks"));
        assertRefused("a result with workload, transport, forks and time", site, forkless);
        assertRefused("a directory of results", site, directory.resolve("nowhere"));
        assertRefused("at least one result's directory", site);
        assertRefused(
                "at least one result's directory",
                directory.resolve("new"),
                Files.createDirectory(directory.resolve("empty")));
        assertThat(directory.resolve("new")).doesNotExist();

        Path manifest = site.resolve("data/manifest.js");
        String sound = Files.readString(manifest);
        Files.writeString(manifest, sound.replace("\"schema\":2", "\"schema\":1"));
        assertRefused("build the site from its results in an empty directory", site, result);
        Files.writeString(manifest, sound);
        String index = manifest().path("shards").path(0).path(0).asText();
        Files.delete(site.resolve("data/" + index + ".js"));
        assertRefused("it is damaged", site, night(1, "loopback", 1_000_000));
        assertThat(manifest).hasContent(sound);
    }

    @Test
    void shouldKeepResultsOfOtherToolsApart() throws Exception {
        Path ours = night(1, "kafka", 1e6);
        Path theirs = Files.writeString(
                directory.resolve("omb.json"),
                "{\"driver\": \"kafka\", \"messageSize\": 64, \"aggregatedEndToEndLatency50pct\": 1.0}");

        BenchCall both = bench(site, ours, theirs);

        assertThat(both.exitCode()).as(both.err()).isZero();
        assertThat(both.out()).contains("1 results of 1 scenarios, 1 of them new; 1 of other tools beside them");
        assertThat(manifest().at("/external/results").asInt()).isEqualTo(1);
        Files.writeString(theirs, "{\"aggregatedEndToEndLatency50pct\": \"fast\"}");
        assertThat(bench(site, theirs).exitCode()).isEqualTo(2);
        assertThat(bench(site, theirs).err())
                .contains("omb.json:1: aggregatedEndToEndLatency50pct: fast (expected: a finite number)");
        // A site keeps what it has.
        assertThat(bench(site, ours).out()).contains("1 of other tools beside them");
    }

    @Test
    void shouldCopyReportsWhereAsked() throws Exception {
        Path result = night(0, "loopback", 1_000_000);
        Files.writeString(result.resolve("report.html"), "<p>report");
        build(site, List.of(result));
        assertThat(row("night-000").get("its").has("report")).isFalse();

        BenchCall call = bench(site, result, "--reports");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(row("night-000").get("its").path("report").asBoolean()).isTrue();
        String id = row("night-000").get("id").asText();
        assertThat(site.resolve("reports/" + id + ".html")).hasContent("<p>report");
        Path once = directory.resolve("once");
        assertThat(bench(once, result, "--reports").exitCode()).isZero();
        assertThat(files(once)).isEqualTo(files(site));
        // A build without the option leaves it.
        build(site, List.of(result));
        assertThat(files(once)).isEqualTo(files(site));
    }
}
