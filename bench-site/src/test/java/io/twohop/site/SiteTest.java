package io.twohop.site;

import static io.twohop.site.BuiltSite.build;
import static io.twohop.site.BuiltSite.files;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sites of more results than one file holds. */
@Tag("one-jdk")
class SiteTest {
    private static final Instant FIRST = Instant.parse("2024-03-01T02:00:00Z");
    private static final String RESULT = """
            {"schemaVersion": 1, "name": "%s", "startedAt": "%s", "complete": true, "revision": "c%d",
             "verdict": {"kind": "Met", "reasons": []}, "workload": "nightly", "transport": "%s",
             "workloadSettings": {"mode": "latency", "rate": ["%s"], "hops": "2", "event": "order"},
             "transportSettings": {"transport": "loopback", "codec": "json", "slots": "%s"},
             "rates": {"offeredPerSecond": 10, "duePerSecond": 10, "achievedPerSecond": 10},
             "probes": {"endToEnd": {"count": 1000, "minNanos": 1, "percentilesNanos": {"p50": @}, "maxNanos": 9}},
             "forks": [%s]}
            """;

    /** With another JVM every hundred nights, since the search for changes among thousands of results of one setting takes a minute. */
    private static final String FORK = """
            {"number": %d, "complete": true, "rates": {"offeredPerSecond": 10, "duePerSecond": 10, "achievedPerSecond": 10},
             "probes": {"endToEnd": {"count": 1000, "minNanos": 1, "percentilesNanos": {"p50": %d}, "maxNanos": 9}},
             "environment": {"java": "17.0.%d", "vm": "x", "os": "Linux", "kernel": "6.1.%d", "cpu": "some", "cores": 2}}
            """;

    @TempDir
    Path directory;

    private Path result(int night, String transport, String rate) throws IOException {
        String name = "n%05d-%s-%s".formatted(night, transport, rate.replace("/", ""));
        SplittableRandom random = new SplittableRandom(name.hashCode());
        long p50 = Math.round((night % 300 < 150 ? 1_000_000 : 1_200_000) * (1 + 0.01 * random.nextGaussian()));
        String forks = Stream.of(1, 2, 3)
                .map(fork -> FORK.formatted(
                        fork, Math.round(p50 * (1 + 0.01 * random.nextGaussian())), night / 100, night / 100))
                .collect(Collectors.joining(","));
        Path made = Files.createDirectories(directory.resolve("results").resolve(name));
        String started = FIRST.plus(night, ChronoUnit.HOURS).toString();
        Files.writeString(
                made.resolve("result.json"),
                RESULT.formatted(name, started, night, transport, rate, transport.length(), forks)
                        .replace("@", Long.toString(p50)));
        return made;
    }

    @Test
    void shouldWriteTheSameBytesInAnySteps() throws Exception {
        List<Path> all = new ArrayList<>();
        for (int night = 0; night < 2_100; night++) {
            all.add(result(night, "long", "1k/s"));
            if (night % 3 == 0) {
                all.add(result(night, "mine", "1k/s"));
                all.add(result(night, "others", "2k/s"));
            }
            if (night % 30 == 0) {
                for (int rate = 3; rate < 12; rate++) {
                    all.add(result(night, "mine", rate + "k/s"));
                }
            }
        }
        Path once = directory.resolve("once");
        assertThat(build(once, List.of(directory.resolve("results"))).added()).isEqualTo(all.size());

        Collections.shuffle(all, new Random(3));
        Path steps = directory.resolve("steps");
        int from = 0;
        for (int to : new int[] {1, 900, 2_000, 3_900, all.size() - 1, all.size()}) {
            assertThat(build(steps, all.subList(from, to)).added()).isEqualTo(to - from);
            from = to;
        }

        assertThat(files(steps).keySet()).isEqualTo(files(once).keySet());
        assertThat(files(steps)).isEqualTo(files(once));
        assertThat(build(steps, all.subList(100, 300)).known()).isEqualTo(200);
        assertThat(files(steps)).isEqualTo(files(once));
        JsonNode manifest = new Scripts(once.resolve("data")).read("manifest");
        assertThat(manifest.path("shards")).hasSizeGreaterThan(4);
        assertThat(manifest.path("shards")).allMatch(shard -> shard.path(1).asInt() <= Shard.ROWS);
    }

    /** Of other questions, no file is read or written. */
    @Test
    void shouldRewriteTheFilesOfTheQuestionAlone() throws Exception {
        for (int night = 0; night < 400; night++) {
            for (int rate = 1; rate < 12; rate++) {
                result(night, "mine", rate + "k/s");
            }
        }
        Path site = directory.resolve("site");
        build(site, List.of(directory.resolve("results")));
        Set<String> before = indexes(site);
        assertThat(before).hasSizeGreaterThan(4);

        build(site, List.of(result(400, "mine", "1k/s")));

        Set<String> now = indexes(site);
        now.removeAll(before);
        assertThat(now).hasSizeLessThanOrEqualTo(2);
    }

    /** Two tables would have the same heading otherwise. */
    @Test
    void shouldNameTheSettingsInWhichQuestionsDiffer() throws Exception {
        Path plain = result(1, "mine", "1k/s");
        Path many = result(2, "mine", "1k/s");
        Path file = many.resolve("result.json");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "\"event\": \"order\"",
                                "\"event\": \"order\", \"topics\": [\"100\"], \"layout\": \"auto\", \"drain\": \"9s\""));
        Path site = directory.resolve("site");

        assertThat(build(site, List.of(plain, many)).scenarios()).isEqualTo(2);

        Scripts data = new Scripts(site.resolve("data"));
        JsonNode overview =
                data.read(data.read("manifest").path("overview").path(0).asText());
        assertThat(overview.findValue("further"))
                .extracting(JsonNode::toString)
                .containsExactlyInAnyOrder("{}", "{\"topics\":\"100\"}");
    }

    private static Set<String> indexes(Path site) throws IOException {
        try (Stream<Path> data = Files.list(site.resolve("data"))) {
            return data.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("index-"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
