package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.result.BenchmarkResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Forks that take turns, and what {@code bench compare} says of them. */
@Timeout(360)
class CompareCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    @Test
    void shouldMakeAsManyForksAsAFigureNeeds() throws Exception {
        List<String> quick = List.of(
                "-Dworkload=smoke.yaml",
                "-Drate=1k",
                // A window in which nothing arrives, on a machine that stands still, ends the search for precision.
                "-Dwarmup=300ms",
                "-Dduration=1s",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.BYTES,
                BenchProcess.FIRST_COMPILER,
                BenchProcess.ANY_RATE,
                BenchProcess.UNRECORDED);
        BenchmarkResult measured = UnforkedRun.of(
                Files.createDirectories(directory.resolve("first")),
                "smoke.yaml",
                "loopback.yaml",
                "rate=1k",
                "warmup=300ms",
                "duration=1s",
                "idle=park",
                "size=64",
                "slo.achieved=1 %",
                "forks={until: achieved.messagesPerSecond +-50 %, most: 9}");

        JsonNode result =
                JSON.readTree(measured.directory().resolve("result.json").toFile());
        // Five, but where this machine stalls.
        int forks = result.at("/forks").size();
        assertThat(forks).isBetween(5, 9);
        assertThat(interleaved(measured.directory())).isEqualTo("null");
        assertThat(result.at("/precision/figure").asText()).isEqualTo("achieved.messagesPerSecond");
        assertThat(result.at("/precision/wantedShare").asDouble()).isEqualTo(0.5);
        assertThat(result.at("/precision/reachedShare").isNumber()).isTrue();
        assertThat(UnforkedRun.said(measured)).contains("achieved.messagesPerSecond is known to +-");
        // How long a run takes tells how many forks it has; "at most" would stand there where it still had to decide.
        assertThat(planned(quick, "--as", measured.directory().toString()))
                .isEqualTo(planned(quick, "-Dforks=" + forks))
                .isNotEqualTo(planned(quick, "-Dforks=" + (forks + 1)))
                .startsWith("1 run, about ");

        BenchCall none = BenchCall.of(directory, BenchProcess.with(quick, "--as", "results", "loopback.yaml"));
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("--as: results (expected: the directory of a result, with result.json)");
    }

    private String planned(List<String> defaults, String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        all.addAll(List.of("--dry-run", "loopback.yaml"));
        BenchCall bench = BenchCall.of(directory, BenchProcess.with(defaults, all.toArray(String[]::new)));
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        return bench.out();
    }

    @Test
    void shouldLetForksTakeTurnsAndCompareThem() throws Exception {
        BenchCall bench = BenchCall.here(
                directory,
                "run",
                "-Dworkload=smoke.yaml",
                "-Drate=100",
                "-Dwarmup=300ms",
                "-Dduration=1s",
                "-Dfloor=0s",
                "-Didle=park",
                // What is compared may be slow, but not invalid.
                BenchProcess.ANY_RATE,
                BenchProcess.BYTES,
                "-Dforks=2",
                "--interleave",
                "chronicle.yaml",
                "chronicle-async.yaml");
        bench.assertMeasured();
        for (int round = 1; round <= 2; round++) {
            assertThat(turns(bench.err(), round)).containsExactlyInAnyOrder("chronicle", "chronicle-async");
        }
        // Always the same order would let a drift hit one of them more.
        assertThat(List.of(1, 2))
                .extracting(round -> turns(bench.err(), round).get(0))
                .containsExactlyInAnyOrder("chronicle", "chronicle-async");
        Path plain = bench.results("-chronicle").get(0);
        Path async = bench.results("-chronicle-async").get(0);
        assertThat(Files.readAllLines(plain.resolve("forks.csv"))).hasSize(3);
        assertThat(JSON.readTree(plain.resolve("jmh.json").toFile())
                        .at("/0/forks")
                        .asInt())
                .isEqualTo(2);

        String call = interleaved(plain);
        assertThat(call).startsWith("twohop-").isEqualTo(interleaved(async));

        addRecorded(plain, 100, 101);
        addRecorded(async, 102, 103);
        BenchCall compared = BenchCall.of(
                directory, "compare", plain.toString(), async.toString(), "--only", "endToEnd.p50,gc.,memory.");
        assertThat(compared.exitCode()).as(compared.err() + compared.out()).isZero();
        assertThat(compared.out())
                .contains(
                        "-smoke-chronicle-async (2 forks) against ",
                        "endToEnd.p50 ",
                        "memory.allocatedBytesPerMessage ")
                .contains(
                        "gc.pauses ", ", round by round", "paired permutation test of rounds (sign flips), alpha 0.05")
                .doesNotContain("endToEnd.p90");
        String faster = atAnotherRate(plain).toString();
        assertRefused(
                BenchCall.of(directory, "compare", plain.toString(), faster),
                "workload.rate: [100/s] against [200/s] (expected: the same on both sides; if that is what you compare, add"
                        + " --allow workload.rate");
        BenchCall allowed = BenchCall.of(directory, "compare", plain.toString(), faster, "--allow", "workload.rate");
        assertThat(allowed.exitCode()).as(allowed.err()).isZero();
        assertThat(allowed.out())
                .contains("  permutation test of the means, alpha 0.05")
                .contains("note: workload.rate differs: [100/s] against [200/s]")
                .contains("not enough data (about ");
        BenchCall twice =
                BenchCall.of(directory, "compare", plain.toString(), faster, faster, "--allow", "workload.rate");
        assertThat(twice.out()).containsOnlyOnce("note: workload.rate differs: ");
    }

    /** Adds figures to a result that only a recording has. */
    private static void addRecorded(Path result, int firstBytes, int secondBytes) throws IOException {
        Path forks = result.resolve("forks.csv");
        List<String> rows = Files.readAllLines(forks);
        Files.write(
                forks,
                List.of(
                        rows.get(0).replaceFirst(",", ",gc.pauses,memory.allocatedBytesPerMessage,"),
                        rows.get(1).replaceFirst(",", ",0," + firstBytes + ","),
                        rows.get(2).replaceFirst(",", ",0," + secondBytes + ",")));
    }

    /** A copy of a result, as if it had been measured alone and at twice the rate. */
    private Path atAnotherRate(Path result) throws IOException {
        Path copy = Files.createDirectory(directory.resolve("faster"));
        ObjectNode tree =
                (ObjectNode) JSON.readTree(result.resolve("result.json").toFile());
        tree.withObject("/workloadSettings").putArray("rate").add("200/s");
        tree.putNull("interleaved");
        JSON.writeValue(copy.resolve("result.json").toFile(), tree);
        Files.copy(result.resolve("forks.csv"), copy.resolve("forks.csv"));
        return copy;
    }

    private static String interleaved(Path result) throws IOException {
        return JSON.readTree(result.resolve("result.json").toFile())
                .path("interleaved")
                .asText();
    }

    private static List<String> turns(String err, int round) {
        Matcher matcher = Pattern.compile("\\[fork " + round + "/2] (\\S+) smoke 100/s, 64B: started")
                .matcher(err);
        return matcher.results().map(turn -> turn.group(1)).toList();
    }

    @Test
    void shouldNotResumeForksThatTookTurns() throws Exception {
        String[] arguments = {
            "-Dworkload=smoke.yaml",
            "-Drate=1k",
            "-Dwarmup=300ms",
            "-Dduration=2s",
            "-Dfloor=0s",
            "-Didle=park",
            BenchProcess.BYTES,
            BenchProcess.FIRST_COMPILER,
            BenchProcess.UNRECORDED,
            "-Dforks=2",
            "loopback.yaml",
            "chronicle.yaml",
            "--interleave"
        };
        BenchProcess bench = BenchProcess.jar(directory, arguments);
        await().atMost(Duration.ofSeconds(60)).until(() -> bench.err().contains("[fork 1/2]"));
        bench.signal("INT");
        assertThat(bench.exitCode()).isEqualTo(130);
        assertThat(bench.out()).contains("incomplete: 0 of 2 runs; forks take turns, so repeat the whole command");
        assertThat(bench.results("-matrix-incomplete")).hasSize(1);
        assertThat(bench.leftBehind()).isEmpty();

        arguments[arguments.length - 1] = "--resume";
        assertRefused(BenchCall.of(directory, arguments), "-matrix-incomplete differs in order.interleave");
    }

    /** Values around 20 with a deviation of 3 %: with ten forks of each, a change of 4 % is found. */
    @Test
    void shouldSayHowSmallAChangeIsFound() throws Exception {
        Path base = table("base.csv", 20.1, 19.3, 19.2, 20.8, 19.5, 20.3, 20.6, 19.9, 20.2, 19.6);
        Path same = table("same.csv", 19.4, 20.5, 20.0, 19.1, 20.9, 20.4, 19.8, 20.7, 19.7, 20.2);
        List<String> call = List.of("power", base.toString(), same.toString());

        BenchCall bench = BenchCall.of(
                directory, BenchProcess.with(call, "--test=t", "--forks=3,10", "--only=publisher.megabytesPerSecond"));
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .contains("pooled t-test, alpha 0.05; drawn from 10 and 10 forks")
                .containsPattern("publisher\\.megabytesPerSecond +(?:[6-9]|1\\d)\\.\\d % +[345]\\.\\d % ");

        assertRefused(
                BenchCall.of(directory, BenchProcess.with(call, "--only=pub.megabytesPerSecond")),
                "--only: pub.megabytesPerSecond (expected: a metric of both; did you mean 'publisher.megabytesPerSecond'?)");
        assertRefused(
                BenchCall.of(directory, BenchProcess.with(call, "--forks=1,5")),
                "--forks: [1, 5] (expected: numbers from 2 to 100)");
        assertRefused(
                BenchCall.of(
                        directory,
                        "power",
                        base.toString(),
                        table("few.csv", 1, 2, 3).toString()),
                "power: 3 forks (expected: 5 or more of each, such as 20, to draw from; measure both with -Dforks=20)");
    }

    @Test
    void shouldCompareTablesOfOthers() throws Exception {
        Path base = table("base.csv", 20.1, 19.3, 19.2, 18.8, 19.5, 20.3);
        Path worse = table("worse|*.csv", 12.1, 11.9, 12.4, 11.7, 12.2, 11.8);

        BenchCall text = compare(base, worse);
        assertThat(text.exitCode()).isZero();
        assertThat(text.out())
                .startsWith("\n  publisher.megabytesPerSecond: regressed (")
                .contains("worse|*.csv (6 forks) against ")
                .containsPattern(
                        "publisher\\.megabytesPerSecond +19\\.533 +12\\.017 +-38\\.5 % .* 0\\.0022 .* regressed")
                .contains("permutation test of the means, alpha 0.05 for all tested metrics together; intervals hold")
                .contains("such a file tells nothing of workload, machine and JVM");

        BenchCall json = compare(base, worse, "--format", "json", "--test", "mann-whitney", "--correction", "none");
        JsonNode finding = JSON.readTree(json.out()).at("/comparisons/0/findings/0");
        assertThat(finding.at("/verdict").asText()).isEqualTo("regressed");
        assertThat(finding.at("/changeHigh").asDouble()).isBetween(-0.385, -0.3);

        BenchCall markdown =
                compare(base, worse, "--format", "markdown", "--fail-on", "publisher.megabytesPerSecond > 5%");
        assertThat(markdown.exitCode()).isEqualTo(3);
        assertThat(markdown.out())
                .contains("worse\\|\\*.csv (6 forks)")
                .contains("| publisher.megabytesPerSecond | 19.533 | 12.017 | -38.5 % |")
                .contains("- **Failed:** ");
    }

    /** With three forks no test can tell the largest regression from chance: that is no reason to let it pass. */
    @Test
    void shouldNotLetPassAGateThatCannotBeJudged() throws Exception {
        Path base = table("base.csv", 20.1, 19.3, 19.2);
        Path worse = table("worse.csv", 2.1, 1.9, 2.4);

        BenchCall few = compare(base, worse, "--fail-on", "publisher.megabytesPerSecond > 5%");
        assertThat(few.exitCode()).as(few.out()).isEqualTo(6);
        assertThat(few.out())
                .startsWith("\n  NOTHING CAN BE CONCLUDED: publisher.megabytesPerSecond may differ by ")
                .contains("NOT JUDGED: ")
                .contains(
                        "worse.csv: publisher.megabytesPerSecond: 3 and 3 forks cannot tell a change of 5.0 % from chance;"
                                + " measure about 4 of each");

        Path same = table("same.csv", 20.0, 19.4, 19.1, 18.9, 19.6, 20.2);
        Path six = table("six.csv", 20.1, 19.3, 19.2, 18.8, 19.5, 20.3);
        assertThat(compare(six, same, "--fail-on", "publisher.megabytesPerSecond > 10%")
                        .exitCode())
                .isZero();
    }

    @Test
    void shouldRefuseWhatCannotBeCompared() throws Exception {
        Path base = table("base.csv", 1, 2, 3);
        Path bad = table("bad.csv", 1, Double.NaN, 3);

        assertRefused(compare(base, bad), "bad.csv:3: publisher.megabytesPerSecond: NaN (expected: a finite number");
        assertRefused(compare(base, directory.resolve("none")), "there is no such file or directory");
        assertRefused(compare(base, base, "--alpha", "2"), "--alpha: 2.0 (expected: a probability above 0 and below 1");
        assertRefused(compare(base, base, "--difference", "5"), "--difference: 5 (expected: per cent above 0");
        assertRefused(
                compare(base, base, "--test", "anova"),
                "--test: anova (expected: one of permutation, welch, t, mann-whitney)");
        assertRefused(
                compare(base, base, "--only", "endToEnd.p50"), "--only: endToEnd.p50 (expected: one of publisher.");
        assertRefused(
                compare(base, base, "--only", "publisher.megabytePerSecond"),
                "; did you mean 'publisher.megabytesPerSecond'?)");
        assertThat(compare(base, base, "--only", "publisher.,endToEnd.p99").out())
                .contains("note: endToEnd.p99 is left out: not both sides have it");
        assertRefused(compare(base, base, "--alpha", "x"), "--alpha: x (expected: a number, such as 0.05)");
        assertRefused(
                compare(base, base, "--fail-on", "endToEnd.p99 > 5%"),
                "--fail-on: endToEnd.p99 (expected: one of the metrics that are compared: publisher.");

        BenchCall resumed = BenchCall.of(
                directory,
                BenchProcess.with(
                        List.of("-Dworkload=smoke.yaml", "--interleave", "-Dforks=2"),
                        "--resume",
                        "--dry-run",
                        "loopback.yaml",
                        "chronicle.yaml"));
        assertRefused(resumed, "--interleave: not together with --resume");
        BenchCall one = BenchCall.of(directory, "-Dworkload=smoke.yaml", "--interleave", "-Dforks=2", "loopback.yaml");
        assertRefused(one, "--interleave: 1 (expected: two runs or more to take turns");
        BenchCall single =
                BenchCall.of(directory, "-Dworkload=smoke.yaml", "--interleave", "loopback.yaml", "chronicle.yaml");
        assertRefused(single, "forks: 1 (expected: 2 or more, for --interleave to take turns");
        assertThat(directory.resolve("results")).doesNotExist();
    }

    /** Files of other tools, of which one may state no unit, one has forks, and none a verdict. */
    @Test
    void shouldShowResultsOfOtherToolsWithoutAConclusion() throws Exception {
        Path ours = Files.writeString(
                directory.resolve("ours.csv"),
                "fork,endToEnd.p50,endToEnd.max\n1,1000000,2000000\n2,3000000,4000000\n");
        Path text = Files.writeString(directory.resolve("other.hgrm"), """
                       Value     Percentile TotalCount 1/(1-Percentile)

                       1.000 0.500000000000        500           2.00
                       9.000 1.000000000000       1000
                """);

        assertRefused(compare(ours, text), "--unit: missing (expected: the unit of the values in " + text);
        BenchCall shown = compare(ours, text, "--unit", "ms", "--fail-on", "endToEnd.p50 > 5%");
        assertThat(shown.exitCode()).as(shown.err()).isEqualTo(6);
        assertThat(shown.out())
                .contains("NOTHING CAN BE CONCLUDED: figures of another tool have no verdict and no trust")
                .containsPattern("p50 +2\\.00 ms +1\\.00 ms +-1\\.00 ms +-50\\.0 %")
                .containsPattern("max +3\\.00 ms +9\\.00 ms +\\+6\\.00 ms +200\\.0 %")
                .contains("NOT JUDGED: endToEnd.p50 > 5%: figures of another tool cannot be judged");
        assertRefused(compare(ours, text, "--unit", "ms", "--alpha", "0.1"), "--alpha: given (expected: results");
        assertRefused(compare(ours, text, "--unit", "ms", "--allow", "x"), "--allow: given (expected: results");
        assertRefused(compare(ours, text, "--unit", "ms", "--only", "endToEnd.p5"), "did you mean 'endToEnd.p50'?");
        assertRefused(
                compare(ours, ours, "--unit", "ms"), "--unit: for all files (expected: a file that states no unit");
        assertRefused(BenchCall.of(directory, "power", ours.toString(), text.toString()), "other.hgrm (expected: ");
    }

    @Test
    void shouldTestForksOfJmhAgainstForksOfJmh() throws Exception {
        Path before = jmh("before.json", "17.0.1", 10, 11, 10, 11, 10);
        Path after = jmh("after.json", "17.0.1", 20, 21, 20, 21, 20);

        BenchCall slower = compare(before, after, "--fail-on", "a.B.c{size=4;x=1}.avgt.mean > 5%");
        assertThat(slower.exitCode()).as(slower.err() + slower.out()).isEqualTo(3);
        assertThat(slower.out())
                .contains("after.json (5 forks) against ", "a.B.c{size=4;x=1}.avgt.mean: regressed")
                .contains("note: the file names no machine");
        assertThat(compare(before, after).exitCode()).isZero();
        Path newer = jmh("newer.json", "25", 10, 11, 10, 11, 10);
        assertRefused(compare(before, newer), "jmh.jdkVersion: 17.0.1 against 25 (expected: the same on both sides");
        assertThat(compare(before, newer, "--allow", "jmh.jdkVersion").out())
                .contains("note: jmh.jdkVersion differs: 17.0.1 against 25");

        Path directoryOfOurs = Files.createDirectory(directory.resolve("result"));
        Files.writeString(directoryOfOurs.resolve("result.json"), "{}");
        Path exported = Files.copy(before, directoryOfOurs.resolve("jmh.json"));
        assertRefused(compare(before, exported), "the directory of that result, which has its verdict and trust");
    }

    private Path jmh(String name, String jdk, double... forks) throws IOException {
        StringBuilder raw = new StringBuilder();
        for (double fork : forks) {
            raw.append(raw.isEmpty() ? "" : ", ").append("[ ").append(fork).append(" ]");
        }
        return Files.writeString(directory.resolve(name), """
                [ { "jmhVersion" : "1.37", "benchmark" : "a.B.c", "mode" : "avgt", "threads" : 1, "jdkVersion" : "%s",
                    "params" : { "x" : "1", "size" : "4" },
                    "primaryMetric" : { "score" : 10.5, "scoreUnit" : "us/op", "rawData" : [ %s ] },
                    "secondaryMetrics" : { } } ]
                """.formatted(jdk, raw));
    }

    private static void assertRefused(BenchCall bench, String message) {
        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(2);
        assertThat(bench.err()).contains(message);
    }

    private BenchCall compare(Path base, Path candidate, String... options) throws Exception {
        String[] arguments = new String[3 + options.length];
        arguments[0] = "compare";
        arguments[1] = base.toString();
        arguments[2] = candidate.toString();
        System.arraycopy(options, 0, arguments, 3, options.length);
        return BenchCall.of(directory, arguments);
    }

    /** Writes a table in the form of the runbook's script, for runs without subscribers. */
    private Path table(String name, double... publisher) throws Exception {
        StringBuilder csv = new StringBuilder(",pub-stats,sub-stats,overall-stats\n");
        for (int i = 0; i < publisher.length; i++) {
            csv.append(i).append(',').append(publisher[i]).append(",,\n");
        }
        return Files.writeString(directory.resolve(name), csv);
    }
}
