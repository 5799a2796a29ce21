package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run shows and limits its demand of external servers, and asks for consent to a large one. */
@Timeout(360)
class ConsentTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int BAD_INPUT = 2;
    private static final String MUCH = "-Drate=60k";
    private static final List<String> SHORT = List.of(
            "-Dworkload=smoke.yaml",
            "-Drate=500",
            "-Dsize=64",
            "-Dwarmup=300ms",
            "-Dduration=1s",
            "-Dfloor=0s",
            "-Didle=park",
            BenchProcess.FIRST_COMPILER,
            BenchProcess.UNRECORDED);

    @TempDir
    private static Path place;

    private static ForeignServers.JetStream nats;
    private static List<String> before;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() throws Exception {
        nats = new ForeignServers.JetStream(place);
        before = nats.listing();
    }

    @AfterAll
    static void end() throws Exception {
        try {
            assertThat(nats.listing()).isEqualTo(before);
        } finally {
            nats.close();
        }
    }

    private List<String> environment() {
        return List.of("XDG_STATE_HOME=" + directory.resolve("state"));
    }

    private static String[] with(String... others) {
        return BenchProcess.with(SHORT, others);
    }

    private BenchProcess run(String... arguments) throws Exception {
        BenchProcess bench = BenchProcess.jarWithEnvironment(directory, environment(), List.of(), with(arguments));
        bench.exitCode();
        return bench;
    }

    private BenchProcess asked() throws Exception {
        BenchProcess bench = BenchProcess.onTerminal(
                directory, environment(), with(MUCH, nats.file().toString()));
        await().atMost(PATIENCE).until(() -> bench.out().contains("Continue? [y/N] "));
        assertThat(created()).doesNotExist();
        return bench;
    }

    private void assertNothingWasStarted(BenchProcess bench) throws InterruptedException {
        assertThat(bench.exitCode()).isEqualTo(BAD_INPUT);
        assertThat(directory.resolve("results")).doesNotExist();
        assertThat(created()).doesNotExist();
    }

    /** Returns where each run records what it creates. */
    private Path created() {
        return directory.resolve("state/twohop/created");
    }

    @Test
    void shouldShowWhatIsMadeAndSent() throws Exception {
        BenchCall bench = BenchCall.of(
                directory, with("-Dforks=2", "--dry-run", nats.file().toString()));

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        // 650 messages over 2 hops in 2 forks, of 64 bytes and a header of 64.
        assertThat(bench.out())
                .contains(
                        nats.file() + " names servers that are not the bench's own; the run",
                        "  makes   2 streams, and deletes them",
                        "  sends   500/s, 2,600 messages, about 332.8 KB");
    }

    @Test
    void shouldSayNothingOfServersOfItsOwn() throws Exception {
        BenchCall bench = BenchCall.of(directory, with(MUCH, "nats.yaml", "--dry-run"));

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out() + bench.err()).doesNotContain("not the bench's own");
    }

    @Test
    void shouldRefuseMuchWhereNobodyCanBeAsked() throws Exception {
        BenchProcess bench = run(MUCH, nats.file().toString());

        assertThat(bench.err())
                .contains("bench: " + nats.file() + ": 60k/s, about 20.0 MB (expected: at most 50k/s and 10.0 GB on"
                        + " servers that are not the bench's own, or --yes)");
        assertNothingWasStarted(bench);
    }

    @Test
    void shouldGoOnWithYes() throws Exception {
        BenchProcess bench = run(MUCH, "--yes", nats.file().toString());

        assertThat(bench.exitCode()).as(bench.err()).isNotEqualTo(BAD_INPUT);
        assertThat(bench.out()).contains("offered 60,000/s");
        assertThat(created()).exists();
    }

    @Test
    void shouldStartNothingWithoutAYesOnATerminal() throws Exception {
        BenchProcess bench = asked();

        bench.type('\n');

        assertNothingWasStarted(bench);
        assertThat(bench.out()).contains("or --yes)");
    }

    @Test
    void shouldGoOnWithAYesOnATerminal() throws Exception {
        BenchProcess bench = asked();

        bench.type('y');
        bench.type('\n');

        assertThat(bench.exitCode()).as(bench.out()).isNotEqualTo(BAD_INPUT);
        assertThat(bench.out()).contains("finishing", "offered 60,000/s");
    }

    @Test
    void shouldEndOnControlCInsteadOfAnAnswer() throws Exception {
        BenchProcess bench = asked();

        bench.type((char) 3);

        assertThat(bench.exitCode()).isEqualTo(130);
        assertThat(directory.resolve("results")).doesNotExist();
    }

    /** Consent does not lift the limits of the file. */
    @Test
    void shouldHonourTheFilesLimits() throws Exception {
        Path limited = Files.writeString(
                directory.resolve("limited.yaml"),
                Files.readString(nats.file()) + "limits: {rate: 20k, bytes: 1MB, topics: 2}\n");

        BenchProcess tooFast = run("-Drate=20001", "--yes", limited.toString());
        assertThat(tooFast.err())
                .contains("rate: 20.001k/s (expected: at most 20k/s, by limits.rate of " + limited + ")");
        assertNothingWasStarted(tooFast);

        BenchProcess tooMuch = run("-Dduration=10s", "--yes", limited.toString());
        assertThat(tooMuch.err())
                .contains("bytes: about 1.3 MB (expected: at most 1.0 MB, by limits.bytes of " + limited + ")");
        assertNothingWasStarted(tooMuch);

        BenchProcess within = run(limited.toString());
        within.assertMeasured();
        assertThat(within.err())
                .contains(
                        limited + " names servers that are not the bench's own; the run",
                        "  makes   2 streams, and deletes them",
                        "  sends   500/s, 1,300 messages, about 166.4 KB");
    }

    @Test
    void shouldNameThePlaceOfALimitThatIsNone() throws Exception {
        Path wrong = Files.writeString(
                directory.resolve("wrong.yaml"), Files.readString(nats.file()) + "limits: {bytes: ten}\n");

        BenchCall bench = BenchCall.of(directory, with(wrong.toString()));

        assertThat(bench.exitCode()).isEqualTo(BAD_INPUT);
        assertThat(bench.err())
                .containsPattern(
                        "wrong.yaml:\\d+:17: limits.bytes: ten \\(expected: an amount of data above 0, such as 10GB");
    }
}
