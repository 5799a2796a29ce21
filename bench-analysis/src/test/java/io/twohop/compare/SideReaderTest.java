package io.twohop.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.twohop.config.ConfigException;
import io.twohop.stats.Design;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SideReaderTest {
    private static final Metric P50 = new Metric("endToEnd.p50");
    private static final String FORKS = "fork,endToEnd.p50,gc.pauses\n1,100.0,3.0\n2,101.5,\n";
    private static final String RESULT = """
            {"schemaVersion": 1, "complete": true, "verdict": {"kind": "Met", "reasons": []},
             "workloadSettings": {"rate": ["10k/s"], "size": [], "jvm": {"heap": "1g"}, "forks": "2", "description": "x"},
             "forks": [{"environment": {"os": "Linux", "cpu": "some", "cores": 2, "java": "17", "vm": "VM 17",
               "maxHeapBytes": 5}, "number": 1}]}
            """;

    private static final String WHOLE = """
            {"schemaVersion": 1, "complete": true, "verdict": {"kind": "Met", "reasons": []},
             "workloadSettings": {"rate": ["10k/s"]},
             "transportSettings": {"description": "x", "transport": "loopback", "slots": "4096"},
             "forks": [{"number": 1, "codec": {"name": "json"}, "layout": {"layout": "SINGLE", "idle": "SPIN"},
               "environment": {"os": "Linux", "cpu": "some", "cores": 2, "java": "17", "vm": "VM 17",
               "maxHeapBytes": 5, "machine": {"cpuQuota": 1.5}, "data": {"fileSystem": "ext4"}}}]}
            """;

    @TempDir
    Path directory;

    private Path result(String name, String json) throws IOException {
        Path result = Files.createDirectories(directory.resolve(name));
        Files.writeString(result.resolve("result.json"), json);
        Files.writeString(result.resolve("forks.csv"), FORKS);
        return result;
    }

    @Test
    void shouldReadTheForksOfAResult() throws IOException {
        Path result = result("a", RESULT);
        Side side = SideReader.read(result.toString());

        assertThat(SideReader.read(result.resolve("result.json").toString())
                        .values()
                        .get(P50))
                .isEqualTo(side.values().get(P50));
        assertThat(side.forks()).isEqualTo(2);
        assertThat(side.values()).containsOnlyKeys(P50);
        assertThat(side.values().get(P50)).containsExactly(100, 101.5);
        assertThat(side.partial()).containsExactly(new Metric("gc.pauses"));
        assertThat(side.conditions().setting())
                .containsEntry("workload.rate", "[10k/s]")
                .containsEntry("workload.jvm", "{heap:1g}")
                .containsEntry("machine.cores", "2")
                .containsEntry("jvm.java", "17")
                .doesNotContainKeys("workload.forks", "workload.description");
        assertThat(side.warnings()).isEmpty();
    }

    @Test
    void shouldReadHowBacklogsDrained() throws IOException {
        Path result = result("a", RESULT);
        Files.writeString(
                result.resolve("forks.csv"),
                "fork,backlog.drainedPerSecond,backlog.drainNanos,backlog.steadyNanos,untrusted\n1,9000.5,20,,\n2,8000,30,40,\n");
        Side side = SideReader.read(result.toString());

        assertThat(side.values().get(new Metric("backlog.drainedPerSecond"))).containsExactly(9000.5, 8000);
        assertThat(side.values().get(new Metric("backlog.drainNanos"))).containsExactly(20, 30);
        assertThat(side.partial()).containsExactly(new Metric("backlog.steadyNanos"));
    }

    private static String replay(String file, String sha256) {
        return RESULT.replace("\"rate\"", """
                "arrivals": {"kind": "replay", "file": "%s", "contents": {"sha256": "%s"}}, "rate\"""".formatted(file, sha256));
    }

    @Test
    void shouldTellFilesOfArrivalsByWhatTheyHoldAndNotByTheirPlace() throws IOException {
        Side one = SideReader.read(result("a", replay("/here/ticks.csv", "ab")).toString());
        Side moved =
                SideReader.read(result("b", replay("/there/ticks.csv", "ab")).toString());
        Side other =
                SideReader.read(result("c", replay("/here/ticks.csv", "cd")).toString());

        assertThat(one.differences(moved)).isEmpty();
        assertThat(one.differences(other))
                .containsOnlyKeys("workload.arrivals")
                .hasEntrySatisfying(
                        "workload.arrivals", text -> assertThat(text).contains("sha256:ab", "against", "sha256:cd"));
    }

    private static String sized(String size, String more) {
        return RESULT.replace("\"size\": []", "\"size\": [" + size + "]").replace("\"rate\"", more + "\"rate\"");
    }

    @Test
    void shouldTellDistributionsOfSizesApart() throws IOException {
        String uniform = "{\"uniform\": [\"100B\", \"2KB\"]}";
        Side one = SideReader.read(result("a", sized(uniform, "")).toString());
        Side again = SideReader.read(result("b", sized(uniform, "")).toString());
        Side fixed = SideReader.read(result("c", sized("\"1050B\"", "")).toString());
        Side zeros = SideReader.read(
                result("d", sized(uniform, "\"compressible\": \"0.6\",")).toString());

        assertThat(one.differences(again)).isEmpty();
        assertThat(one.differences(fixed))
                .containsExactly(entry("workload.size", "[{uniform:[100B,2KB]}] against [1050B]"));
        assertThat(one.differences(zeros)).containsExactly(entry("workload.compressible", "absent against 0.6"));
    }

    @Test
    void shouldWarnOfANumberOfForksThatFollowsFromTheirFigures() throws IOException {
        Side side =
                SideReader.read(result("a", RESULT.replace("\"forks\": [", """
                "precision": {"figure": "endToEnd.p99", "wantedShare": 0.05, "reachedShare": 0.04}, "forks": [""")).toString());

        assertThat(side.warnings())
                .singleElement()
                .asString()
                .startsWith("a has as many forks as endToEnd.p99 needed: false alarms are more frequent than alpha");
    }

    @Test
    void shouldReadWhatTheMachineMayHaveDecided() throws IOException {
        Path result = result("a", RESULT.replace("\"forks\"", """
                "trust": {"upTo": "p97", "cause": "nothing ran", "probes": {"endToEnd": {"upTo": 97.0, "nanos": 5,
                "untrusted": ["p99"]}}}, "forks\""""));
        Files.writeString(
                result.resolve("forks.csv"),
                "fork,endToEnd.p50,endToEnd.p99,untrusted\n1,5,6,endToEnd.p99 endToEnd.max\n2,5,6,\n");

        Side side = SideReader.read(result.toString());

        assertThat(side.untrusted()).containsExactlyInAnyOrder(new Metric("endToEnd.p99"), new Metric("endToEnd.max"));
        assertThat(side.values()).containsOnlyKeys(P50, new Metric("endToEnd.p99"));
        assertThat(side.warnings())
                .containsExactly(
                        "a: the machine decides what lies beyond p97 (nothing ran); free a core, or compare on a"
                                + " quiet machine");
    }

    private static String codec(String name, int nanos) {
        return RESULT.replace("\"forks\": [{", """
                "forks": [{"codec": {"name": "%s", "times": 2, "messageBytes": 512.0,
                "encode": {"nanos": %d, "allocatedBytes": 100.0}, "decode": {"nanos": 1000.0, "allocatedBytes": 300.0},
                "nanosPerMessage": 7.0, "allocatedBytesPerMessage": 7.0},""".formatted(name, nanos));
    }

    @Test
    void shouldNameUnlikeCodecs() throws IOException {
        Side json = SideReader.read(result("a", codec("json", 1_500)).toString());
        Side wire = SideReader.read(result("b", codec("wire", 200)).toString());
        Side again = SideReader.read(result("c", codec("json", 9_000)).toString());
        Side unknown = SideReader.read(result("d", RESULT).toString());

        assertThat(json.unlike(wire))
                .containsExactly(
                        "codec differs: json (5.00 us and 800 B allocated a message by itself) against wire (2.40 us and"
                                + " 800 B allocated a message by itself): part of every difference is theirs; -Dcodec=json"
                                + " measures both alike");
        assertThat(json.unlike(again)).isEmpty();
        assertThat(json.unlike(unknown)).isEmpty();
        assertThat(unknown.unlike(json)).isEmpty();
    }

    private static String chosen(String cycle) {
        return withForks("\"chosen\": {\"rollCycle\": \"" + cycle + "\"}");
    }

    @Test
    void shouldNameUnlikeChoicesOfTheTransport() throws IOException {
        Side none = SideReader.read(result("a", chosen("none")).toString());
        Side rolling = SideReader.read(result("b", chosen("10s")).toString());
        Side unknown = SideReader.read(result("c", RESULT).toString());

        assertThat(none.unlike(rolling))
                .singleElement()
                .asString()
                .startsWith("rollCycle differs: none against 10s: ")
                .endsWith("-Dtransport.rollCycle=none measures both alike");
        assertThat(none.unlike(none)).isEmpty();
        assertThat(none.unlike(unknown)).isEmpty();
    }

    private static String laidOut(String layout) {
        return withForks("\"layout\": {\"layout\": \"" + layout + "\"}");
    }

    private static String withForks(String part) {
        return RESULT.replace("\"forks\": [{", "\"forks\": [{" + part + ",");
    }

    @Test
    void shouldNameUnlikeLayouts() throws IOException {
        Side single = SideReader.read(result("a", laidOut("SINGLE")).toString());
        Side shared = SideReader.read(result("b", laidOut("SHARED")).toString());
        Side dedicated = SideReader.read(result("c", laidOut("DEDICATED")).toString());
        Side unknown = SideReader.read(result("d", RESULT).toString());

        assertThat(single.unlike(shared))
                .singleElement()
                .asString()
                .startsWith("layout differs: single against shared: ")
                .endsWith("-Dlayout=single measures both alike");
        // What blocks can be laid out in no other way.
        assertThat(single.unlike(dedicated)).singleElement().asString().contains("-Dlayout=dedicated ");
        assertThat(single.unlike(single)).isEmpty();
        assertThat(single.unlike(unknown)).isEmpty();
        assertThat(unknown.unlike(single)).isEmpty();
    }

    @Test
    void shouldTakeSeveralResultsOfAPatternAsOneSide() throws IOException {
        result("run-1", RESULT);
        result("run-2", RESULT);
        result("other", RESULT);

        assertThat(SideReader.read(directory + "/run-*").forks()).isEqualTo(4);
        result("run-3", RESULT.replace("10k/s", "20k/s"));
        assertThatThrownBy(() -> SideReader.read(directory + "/run-*"))
                .hasMessageContaining("run-3 fork 1 (expected: forks of one side measured alike; against ")
                .hasMessageContaining(
                        "run-1 fork 1 differ workload.rate: [10k/s] against [20k/s]. Compare them as two");
        assertThatThrownBy(() -> SideReader.read(directory + "/nothing-*")).hasMessageContaining("matches nothing");
    }

    /** Of one side, nothing may differ; of both sides, the transport with its codec and layout may. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "name": "json"         | "name": "wire"        | codec: json against wire
            "layout": "SINGLE"     | "layout": "SHARED"    | layout: single against shared
            "idle": "SPIN"         | "idle": "YIELD"       | idle: spin against yield
            "slots": "4096"        | "slots": "64"         | transport.slots: 4096 against 64
            "slots": "4096"        | "other": "1"          | transport.other: absent against 1; transport.slots: 4096 against absent
            "transport": "loopback" | "transport": "nats"  | transport.transport: loopback against nats
            "cores": 2             | "cores": 4            | machine.cores: 2 against 4
            "cpuQuota": 1.5        | "cpuQuota": 2.0       | machine.cpuQuota: 1.5 against 2.0
            "java": "17"           | "java": "25"          | jvm.java: 17 against 25
            "fileSystem": "ext4"   | "fileSystem": "tmpfs" | data.fileSystem: ext4 against tmpfs
            """)
    void shouldNeverPoolUnlikeForks(String what, String with, String difference) throws IOException {
        String unlike = WHOLE.replace(what, with);
        assertThat(unlike).isNotEqualTo(WHOLE);
        result("run-1", WHOLE);
        result("run-2", WHOLE);
        assertThat(SideReader.read(directory + "/run-*").forks()).isEqualTo(4);
        result("run-3", unlike);

        assertThatThrownBy(() -> SideReader.read(directory + "/run-*"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("run-3 fork 1 (expected: forks of one side measured alike; against ")
                .hasMessageContaining("run-1 fork 1 differ " + difference + ". Compare them as two sides");
    }

    @Test
    void shouldNotPoolUnlikeForksOfOneResultEither() throws IOException {
        String fork = WHOLE.substring(WHOLE.indexOf("{\"number\": 1"), WHOLE.lastIndexOf("]}"));
        String mixed = WHOLE.replace(
                fork,
                fork + "," + fork.replace("\"number\": 1", "\"number\": 2").replace("SINGLE", "SHARED"));
        Path result = result("mixed", mixed);

        assertThatThrownBy(() -> SideReader.read(result.toString()))
                .hasMessageContaining("mixed fork 2 (expected: ")
                .hasMessageContaining("mixed fork 1 differ layout: single against shared");
    }

    /** The codec's own cost is not always measured. */
    @Test
    void shouldTakeWhatIsUnknownAsAlike() throws IOException {
        result("run-1", WHOLE);
        result("run-2", WHOLE.replace("\"codec\": {\"name\": \"json\"}", "\"codec\": null"));

        assertThat(SideReader.read(directory + "/run-*").forks()).isEqualTo(4);
    }

    @Test
    void shouldKnowTheRoundsOfForksThatTookTurns() throws IOException {
        Side base = SideReader.read(result("a", interleaved("\"x\"")).toString());
        Side candidate = SideReader.read(result("b", interleaved("\"x\"")).toString());
        Side later = SideReader.read(result("c", interleaved("\"y\"")).toString());
        Side alone = SideReader.read(result("d", interleaved("null")).toString());
        Side before = SideReader.read(result("e", RESULT).toString());

        assertThat(base.turns().rounds()).containsExactly("x 1", "x 2");
        assertThat(base.designWith(candidate)).isEqualTo(Design.PAIRED);
        assertThat(base.designWith(later)).isEqualTo(Design.UNPAIRED);
        assertThat(alone.designWith(alone)).isEqualTo(Design.UNPAIRED);
        assertThat(before.designWith(before)).isEqualTo(Design.UNPAIRED);
    }

    @Test
    void shouldPairTheRoundsOfSeveralCalls() throws IOException {
        for (String call : new String[] {"1", "2"}) {
            result(call + "-a", interleaved("\"" + call + "\""));
            result(call + "-b", interleaved("\"" + call + "\""));
        }
        Side base = SideReader.read(directory + "/*-a");

        assertThat(base.turns().rounds()).containsExactly("1 1", "1 2", "2 1", "2 2");
        assertThat(base.designWith(SideReader.read(directory + "/*-b"))).isEqualTo(Design.PAIRED);
        result("3-b", RESULT);
        assertThat(SideReader.read(directory + "/*-b").turns().rounds())
                .as("some took no turns")
                .isEmpty();
    }

    /** The base has the first and the last slice of four. */
    private static String intervals(double... nanos) {
        StringBuilder csv = new StringBuilder("fork,phase,startSeconds,due");
        for (Probe probe : Probe.values()) {
            for (String column : List.of("Count", "P50Nanos", "P99Nanos", "P99.9Nanos")) {
                csv.append(',').append(probe.key()).append(column);
            }
        }
        for (int fork = 1; fork <= 2; fork++) {
            csv.append('\n').append(fork).append(",warmup,-1.000,900").append(",0,0,0,0".repeat(Probe.values().length));
            for (int second = 0; second < nanos.length; second++) {
                boolean own = nanos[second] > 0;
                csv.append('\n').append(fork + ",measure," + second + ".000," + (own ? 900 : 0));
                // Enough for a p99, and too few for a p99.9.
                String figures = ",1000," + nanos[second] + "," + fork * nanos[second] + ",9";
                for (Probe probe : Probe.values()) {
                    csv.append(own && probe == Probe.END_TO_END ? figures : ",0,0,0,0");
                }
            }
        }
        return csv.append('\n').toString();
    }

    @Test
    void shouldReadTheSlicesOfForksThatTookTurns() throws IOException {
        String duet = interleaved("\"x\"")
                .replace(
                        "\"forks\": [{",
                        "\"duet\": {\"sliceSeconds\": 1.0}, \"forks\": [{\"number\": 1, \"slices\":"
                                + " {\"measured\": 2, \"stalledAtSeconds\": [3.0]}}, {\"number\": 2,")
                .replace("\"maxHeapBytes\": 5}, \"number\": 1}", "\"maxHeapBytes\": 5}}");
        Path result = result("a", duet);

        assertThatThrownBy(() -> SideReader.read(result.toString()))
                .hasMessageContaining("intervals.csv (expected: a file, since its forks took turns in slices)");
        Files.writeString(result.resolve("intervals.csv"), intervals(100, 0, 0, 300));

        List<ForkSlices> slices = SideReader.read(result.toString()).turns().slices();
        assertThat(slices).extracting(ForkSlices::count).containsExactly(4, 4);
        assertThat(slices.get(0).values()).containsOnlyKeys(P50, new Metric("endToEnd.p99"));
        assertThat(slices.get(0).values().get(P50)).containsExactly(100, Double.NaN, Double.NaN, 300);
        assertThat(slices.get(1).values().get(new Metric("endToEnd.p99")))
                .containsExactly(200, Double.NaN, Double.NaN, 600);
        assertThat(slices.get(0).stalled()).contains(Set.of(3));
        assertThat(slices.get(1).stalled()).isEmpty();
        assertThat(SideReader.read(result("b", interleaved("\"x\"")).toString())
                        .turns()
                        .slices())
                .isEmpty();

        Files.writeString(result.resolve("intervals.csv"), "fork,phase\n1,measure\n");
        assertThatThrownBy(() -> SideReader.read(result.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("intervals.csv");
    }

    private static String interleaved(String call) {
        return RESULT.replace("\"forks\": [{", "\"interleaved\": " + call + ", \"forks\": [{");
    }

    @Test
    void shouldNameWhatDiffersBetweenSides() throws IOException {
        Side base = SideReader.read(result("a", RESULT).toString());
        Side other =
                SideReader.read(result("b", RESULT.replace("10k/s", "20k/s").replace("\"cores\": 2", "\"cores\": 4"))
                        .toString());

        assertThat(base.differences(other))
                .containsEntry("workload.rate", "[10k/s] against [20k/s]")
                .containsEntry("machine.cores", "2 against 4")
                .hasSize(2);
    }

    @Test
    void shouldCompareFilesThatWereSentByWhatIsInThem() throws IOException {
        Side base = SideReader.read(result("a", sent("/here/order.json", "aa")).toString());

        assertThat(base.differences(SideReader.read(
                        result("b", sent("/there/order.json", "aa")).toString())))
                .isEmpty();
        assertThat(base.differences(SideReader.read(
                        result("c", sent("/here/order.json", "bb")).toString())))
                .containsExactly(Map.entry("workload.event", "file aa against file bb"));
        String varied = sent("/here/order.json", "aa\", \"fields\": {\"/id\": \"number\"}, \"more\": \"");
        assertThat(base.differences(SideReader.read(result("d", varied).toString())))
                .containsExactly(Map.entry("workload.event", "file aa against file aa with {/id:number}"));
    }

    private static String sent(String file, String digest) {
        return RESULT.replace(
                "\"size\": []", "\"event\": {\"file\": \"" + file + "\", \"sha256\": \"" + digest + "\"}");
    }

    @Test
    void shouldReadTheColumnsOfTheRunbook() throws IOException {
        Path csv = Files.writeString(
                directory.resolve("runs.csv"), ",pub-stats,sub-stats,overall-stats\n0,20.1,,\n1,19.31,,\n");

        Side side = SideReader.read(csv.toString());
        assertThat(side.values()).containsOnlyKeys(new Metric("publisher.megabytesPerSecond"));
        assertThat(side.values().values().iterator().next()).containsExactly(20.1, 19.31);
        assertThat(side.conditions().setting()).isEmpty();
        assertThat(side.partial()).isEmpty();
    }

    @Test
    void shouldWarnOfASaturatedResult() throws IOException {
        Side side =
                SideReader.read(result("a", RESULT.replace("Met", "Saturated")).toString());

        assertThat(side.warnings()).singleElement().asString().startsWith("a is saturated: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "complete": true    | "complete": false    | a complete result; this run broke off
            "schemaVersion": 1  | "schemaVersion": 2   | schemaVersion: 2 (expected: 1, which this bench reads;
            "schemaVersion": 1, | "a": 1,              | a result of this bench; this is another file
            "verdict"           | "verdikt"            | a result of this bench; this is another file
            "kind": "Met", "reasons": [] | "kind": "Invalid", "reasons": ["3 lost"] | this one is invalid: 3 lost
            {"schemaVersion"    | {{"schemaVersion"    | a whole result; this is no JSON:
            """)
    void shouldRefuseWhatCannotBeCompared(String what, String with, String message) throws IOException {
        String broken = RESULT.replace(what, with);
        assertThat(broken).isNotEqualTo(RESULT);
        Path result = result("broken", broken);

        assertThatThrownBy(() -> SideReader.read(result.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message.strip());
    }

    @Test
    void shouldRefuseMoreValuesThanFitIntoMemory() throws IOException {
        String values = "\"workloadSettings\": [" + "[],".repeat(1_000_000) + "[]], \"schemaVersion\"";
        Path result = result("many", RESULT.replace("\"schemaVersion\"", values));

        assertThatThrownBy(() -> SideReader.read(result.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("exceeds the maximum allowed (2000000");
    }

    @Test
    void shouldRefuseWhatIsNoResult() throws IOException {
        assertThatThrownBy(() -> SideReader.read(directory.resolve("none").toString()))
                .hasMessageContaining("there is no such file or directory");
        assertThatThrownBy(() -> SideReader.read(directory.toString()))
                .hasMessageContaining("a result's directory, with a result.json");
        Files.writeString(directory.resolve("plan.json"), "{}");
        assertThatThrownBy(() -> SideReader.read(directory.toString()))
                .hasMessageContaining("this is a table of several, name those");
        Path old = result("old", RESULT);
        Files.delete(old.resolve("forks.csv"));
        assertThatThrownBy(() -> SideReader.read(old.toString())).hasMessageContaining("measure again");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            `fork,endToEnd.p50\n1,NaN\n`        | :2: endToEnd.p50: NaN (expected: a finite number, or nothing)
            `fork,endToEnd.p50\n1,2\n2,fast\n`  | :3: endToEnd.p50: fast (expected: a finite number
            `fork,endToEnd.p50\n1,2,3\n`        | :2: 3 values (expected: 2, one for each column)
            `fork,endToEnd.p50,endToEnd.p50\n1,2,3\n` | :1: endToEnd.p50 (expected: each column once)
            `fork,endTo.p50\n1,2\n`             | :1: endTo.p50 (expected: a column such as endToEnd.p99
            `fork,endToEnd.p50\n`               | at least one fork after the column names
            ``                                  | a line of column names and a line for each fork
            """)
    void shouldRefuseATableWithItsLine(String csv, String message) throws IOException {
        Path file = Files.writeString(directory.resolve("runs.csv"), csv == null ? "" : csv);

        assertThatThrownBy(() -> SideReader.read(file.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }
}
