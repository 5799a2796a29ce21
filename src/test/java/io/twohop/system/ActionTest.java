package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts of action.yml in a repository of two commits; only GitHub's own command is not the real one. */
@Timeout(360)
class ActionTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));

    @TempDir
    Path directory;

    private final Map<String, String> environment = new HashMap<>();
    private Path checkout;
    private Path runner;

    @BeforeEach
    void makeRepository() throws Exception {
        checkout = Files.createDirectory(directory.resolve("checkout"));
        runner = Files.createDirectory(directory.resolve("runner"));
        environment.put("RUNNER_TEMP", runner.toString());
        environment.put("GITHUB_STEP_SUMMARY", directory.resolve("summary.md").toString());
        environment.put("GITHUB_OUTPUT", directory.resolve("output").toString());
        environment.put("GITHUB_REPOSITORY", "acme/orders");
        environment.put("TWOHOP_WORKLOAD", "smoke.yaml");
        environment.put("TWOHOP_TRANSPORTS", "loopback.yaml");
        environment.put("TWOHOP_BASE", "main");
        environment.put("TWOHOP_BUILD", "cp version built");
        environment.put("TWOHOP_CLASSPATH", "");
        git("init", "--quiet", "--initial-branch=main");
        commit("base");
        git("checkout", "--quiet", "-b", "change");
        commit("head");
    }

    private void commit(String version) throws Exception {
        Files.writeString(checkout.resolve("version"), version);
        git("add", "version");
        git("-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", version);
    }

    private void git(String... arguments) throws Exception {
        List<String> command =
                Stream.concat(Stream.of("git"), Stream.of(arguments)).toList();
        assertThat(run(command)).as(String.join(" ", command)).isZero();
    }

    private int run(List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(checkout.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(150, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private int script(String name) throws Exception {
        return run(List.of(HOME.resolve("src/action").resolve(name).toString()));
    }

    private String text(String file) throws Exception {
        return Files.readString(directory.resolve(file));
    }

    @Test
    @Tag("exhaustive")
    void shouldMeasureBothInTurnsAndCompareThem() throws Exception {
        environment.put("TWOHOP_ROUNDS", "2");
        environment.put(
                "TWOHOP_OPTIONS",
                "-Drate=500 -Dwarmup=300ms -Dduration=1s -Dfloor=0s -Didle=park -Dslo.achieved=1% "
                        + BenchProcess.UNRECORDED + " " + BenchProcess.FIRST_COMPILER);
        environment.put("TWOHOP_FAIL_ON", "endToEnd.p50 > 5%");

        assertThat(script("measure.sh")).as(text("log")).isEqualTo(6);

        assertThat(text("summary.md"))
                .contains("### head/\\*-loopback (2 forks) against base/", "| endToEnd.p50 |", "**Not judged:**");
        for (String side : List.of("base", "head")) {
            try (Stream<Path> results = Files.list(runner.resolve("twohop/results/" + side))) {
                assertThat(results).hasSize(2);
            }
        }
        assertThat(text("output")).isEqualTo("results=" + runner.resolve("twohop/results") + "\n");
        assertThat(text("log"))
                .containsSubsequence("build " + runner, "build " + checkout, "round 1 of 2", "round 2 of 2");
        assertThat(checkout.resolve("built")).hasContent("head");
        assertThat(runner.resolve("twohop/base")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TWOHOP_WORKLOAD |       | workload: missing",
                "TWOHOP_TRANSPORTS |     | transports: missing",
                "TWOHOP_ROUNDS | ten     | rounds: ten (expected: a whole number from 1 to 999)",
                "TWOHOP_FAIL_ON | endToEnd.p99 > 5 | fail-on: endToEnd.p99 > 5 (expected: a metric, '>' and per cent",
                "TWOHOP_FAIL_ON | endToEnd.max > 5% | fail-on: endToEnd.max (expected: one of the metrics of only: endToEnd.p50,",
                "TWOHOP_ONLY | endToEnd.p50 endToEnd.p99 | only: endToEnd.p50 endToEnd.p99 (expected: metrics with commas",
                "TWOHOP_BASE | nowhere   | base: nowhere (expected: a branch with a common ancestor",
                "TWOHOP_BASE | change    | base: change is this commit",
                "TWOHOP_TRANSPORTS | no.yaml | bench ended with exit code 2 on base",
            })
    void shouldRefuse(String name, String value, String expected) throws Exception {
        environment.put(name, value == null ? "" : value);

        assertThat(script("measure.sh")).isEqualTo(2);

        assertThat(text("log")).contains("::error::" + expected);
        assertThat(runner.resolve("twohop/base")).doesNotExist();
    }

    @Test
    @Tag("exhaustive")
    void shouldRefuseMetricsThatTheFirstResultsDoNotHave() throws Exception {
        environment.put(
                "TWOHOP_OPTIONS",
                "-Drate=500 -Dwarmup=300ms -Dduration=1s -Dfloor=0s -Didle=park -Dslo.achieved=1% "
                        + BenchProcess.UNRECORDED + " " + BenchProcess.FIRST_COMPILER);
        environment.put("TWOHOP_ONLY", "endToEnd.p5o");

        assertThat(script("measure.sh")).isEqualTo(2);

        assertThat(text("log"))
                .contains(
                        "did you mean 'endToEnd.p50'?", "::error::bench compare ended with exit code 2 after the first")
                .doesNotContain("round 2 of");
    }

    @Test
    void shouldNotTakeInputsForCommands() throws Exception {
        environment.put("TWOHOP_ROUNDS", "1%\r\n::add-mask::e");
        assertThat(script("measure.sh")).isEqualTo(2);
        assertThat(text("log"))
                .isEqualTo("::error::rounds: 1%25%0D%0A::add-mask::e (expected: a whole number from 1 to 999)\n");

        environment.put("TWOHOP_ROUNDS", "1");
        environment.put("TWOHOP_BASE", "--all");
        assertThat(script("measure.sh")).isEqualTo(2);
        assertThat(text("log")).startsWith("::error::base: --all (expected: a branch");

        environment.put("TWOHOP_BASE", "main");
        environment.put("TWOHOP_BUILD", "env >built");
        environment.put("GITHUB_PATH", directory.resolve("path").toString());
        environment.put("TWOHOP_WORKLOAD", "$(touch workload)`touch workload`;touch workload.yaml");
        environment.put("TWOHOP_TRANSPORTS", "$(touch${IFS}transport);* -no.yaml");
        environment.put("TWOHOP_OPTIONS", "-Drate=$(touch${IFS}option);`touch`");
        assertThat(script("measure.sh")).isEqualTo(2);
        assertThat(text("log")).contains("::error::bench ended with exit code 2 on base");
        assertThat(checkout.resolve("built")).content().doesNotContain("GITHUB_PATH", "GITHUB_OUTPUT", "SUMMARY");
        try (Stream<Path> files = Files.list(checkout)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsOnly(".git", "version", "built");
        }
    }

    @Test
    void shouldMakeASiteOfBothSides() throws Exception {
        assertThat(script("site.sh")).as(text("log")).isZero();
        assertThat(runner.resolve("twohop/site")).doesNotExist();

        for (String side : List.of("base", "head")) {
            UnforkedRun.of(
                    runner.resolve("twohop/results").resolve(side),
                    "smoke.yaml",
                    "loopback.yaml",
                    "rate=500",
                    "warmup=300ms",
                    "duration=1s",
                    "idle=park");
        }
        assertThat(script("site.sh")).as(text("log")).isZero();

        assertThat(text("log")).contains("2 results of 1 scenarios, 2 of them new");
        assertThat(runner.resolve("twohop/site/index.html")).exists();
    }

    /** Answers as if there were these comments, and keeps what it is asked. */
    private void fakeGitHub(String... comments) throws Exception {
        Path tool = Files.createDirectory(directory.resolve("bin")).resolve("gh");
        Files.writeString(directory.resolve("comments"), String.join("\n", comments));
        Files.writeString(
                tool,
                "#!/bin/sh\necho \"$@\" >>" + directory.resolve("asked") + "\ncase $* in *graphql*) cat "
                        + directory.resolve("comments") + ";; *) cat \"${6#body=@}\" >" + directory.resolve("body")
                        + ";; esac\n");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        environment.put("PATH", tool.getParent() + ":" + System.getenv("PATH"));
        environment.put("TWOHOP_PULL_REQUEST", "7");
        Files.writeString(Files.createDirectories(runner.resolve("twohop")).resolve("table.md"), "| p50 |\n");
    }

    /** The mark in another's comment is not ours. */
    @Test
    void shouldCommentOnce() throws Exception {
        fakeGitHub("false\t4710\t<!-- twohop -->", "true\t4711\tAnother comment of ours: <!-- twohop -->");

        assertThat(script("comment.sh")).as(text("log")).isZero();

        assertThat(text("asked")).contains("--method POST repos/acme/orders/issues/7/comments");
        assertThat(text("body")).startsWith("<!-- twohop -->").contains("| p50 |");
    }

    @Test
    void shouldUpdateOnlyItsOwnComment() throws Exception {
        fakeGitHub(
                "false\t4710\t<!-- twohop -->",
                "true\t4709\tsomething",
                "true\t4711\t<!-- twohop -->",
                "true\t4712\t<!-- twohop -->");

        assertThat(script("comment.sh")).as(text("log")).isZero();

        assertThat(text("asked"))
                .contains("--method PATCH repos/acme/orders/issues/comments/4711")
                .doesNotContain("POST");
        assertThat(text("body")).contains("| p50 |");
    }
}
