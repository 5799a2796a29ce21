package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run on external servers leaves them as they were, however it ends. {@code .ci/run} tries some ends over Kafka and JetStream;
 * {@code .ci/nightly} tries each end in each phase over every server.
 */
@Order(1)
@Timeout(300)
class LeftoversTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How soon everything has to be deleted. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final char CONTROL_C = 3;
    private static final int INTERRUPTED = 130;
    private static final Pattern MAKES = Pattern.compile("  makes   (.*)");
    private static final Pattern NUMBERS = Pattern.compile("(\\d+) (?:topics|groups|streams|queues)");

    /** The phase of a run when it ends. */
    enum Phase {
        CREATING,
        CONNECTING,
        WARMUP,
        MEASURING,
        DRAINING;

        boolean isReached(BenchProcess bench, Path created) {
            return switch (this) {
                case CREATING -> Files.isDirectory(created) && !names(created).isEmpty();
                case CONNECTING -> written(created) == announced(bench.out() + bench.err());
                case WARMUP -> bench.out().contains("warm-up") || bench.err().contains("warm-up");
                case MEASURING -> bench.out().contains("measuring") || bench.isMeasuring();
                case DRAINING -> bench.out().contains("draining") || bench.err().contains("draining");
            };
        }
    }

    /** Counts the creations that a run has recorded. */
    private static long written(Path created) {
        if (!Files.isDirectory(created)) {
            return 0;
        }
        return names(created).stream()
                .mapToLong(name -> {
                    try (Stream<String> lines = Files.lines(created.resolve(name))) {
                        return lines.count();
                    } catch (IOException e) {
                        return 0;
                    }
                })
                .sum();
    }

    /** Returns the announced number of creations, negative before the announcement. */
    private static long announced(String said) {
        long all = MAKES.matcher(said)
                .results()
                .flatMap(line -> NUMBERS.matcher(line.group(1)).results())
                .mapToLong(number -> Long.parseLong(number.group(1)))
                .sum();
        return all == 0 ? -1 : all;
    }

    /** How a run ends. */
    enum End {
        CONTROL_C,
        TERM,
        HUP,
        KILL_CHILD,
        KILL_PARENT,
        KILL_BOTH
    }

    private static List<String> names(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void end(BenchProcess bench, End end) throws Exception {
        switch (end) {
            case CONTROL_C -> bench.type(CONTROL_C);
            case TERM, HUP -> bench.signal(end.name());
            case KILL_CHILD -> BenchProcess.signal("KILL", bench.child().pid());
            case KILL_PARENT -> bench.signal("KILL");
            default -> {
                long child = bench.child().pid();
                bench.signal("STOP");
                BenchProcess.signal("KILL", child);
                bench.signal("KILL");
            }
        }
    }

    /** Returns the difference in the words of a run's announcement; each topic has one partition. */
    private static String made(List<String> before, List<String> now) {
        List<String> made = new ArrayList<>(now);
        made.removeAll(before);
        Map<String, Long> kinds = made.stream()
                .collect(Collectors.groupingBy(name -> name.substring(0, name.indexOf(' ')), Collectors.counting()));
        return kinds.containsKey("topic")
                ? kinds.get("topic") + " topics of 1 partition, " + kinds.get("group") + " groups"
                : kinds.entrySet().stream()
                        .map(kind -> kind.getValue() + " " + kind.getKey() + "s")
                        .collect(Collectors.joining(", "));
    }

    /** Returns the stacks of a JVM's threads, empty if it has ended. */
    private static String stacks(long pid) throws Exception {
        Process jstack = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jstack")
                                .toString(),
                        Long.toString(pid))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(jstack.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** One handler heeds all signals: Ctrl-C comes in every phase, the others in the first and in the last. */
    static Stream<Arguments> atAnyTime() {
        return Stream.of(Phase.values())
                .flatMap(phase -> Stream.of(End.values())
                        .filter(end -> phase == Phase.CREATING
                                || phase == Phase.DRAINING
                                || (end != End.TERM && end != End.HUP))
                        .map(end -> Arguments.of(phase, end)));
    }

    /** Tests for servers of any kind. They take turns, by the lock of a subclass, since each compares everything on the servers. */
    @TestInstance(Lifecycle.PER_CLASS)
    abstract static class Kit {
        private final String kind;

        @TempDir
        Path directory;

        ForeignServers servers;

        /** @param kind what a run makes on the servers, in the words of the command */
        Kit(String kind) {
            this.kind = kind;
        }

        abstract ForeignServers start(Path place) throws Exception;

        @BeforeAll
        void startServers(@TempDir Path place) throws Exception {
            servers = start(place);
        }

        @AfterAll
        void endServers() {
            if (servers != null) {
                servers.close();
            }
        }

        final List<String> environment() {
            return List.of("XDG_STATE_HOME=" + directory.resolve("state"));
        }

        final Path created() {
            return directory.resolve("state/twohop/created");
        }

        final BenchProcess run(Phase phase, End end) throws IOException {
            List<String> arguments = new ArrayList<>(List.of(
                    "-Dworkload=smoke.yaml",
                    // Draining: more than the way carries.
                    "-Drate=" + (phase == Phase.DRAINING ? "200k" : "500"),
                    "-Dsize=64",
                    "-Dwarmup=" + (phase == Phase.WARMUP ? "60s" : "1s"),
                    "-Dduration=" + (phase == Phase.DRAINING ? "2s" : "60s"),
                    "-Ddrain=60s",
                    "-Dfloor=0s",
                    "-Dlayout=dedicated",
                    "-Didle=park",
                    BenchProcess.FIRST_COMPILER,
                    BenchProcess.UNRECORDED,
                    "--yes",
                    servers.file().toString()));
            String[] all = arguments.toArray(String[]::new);
            return end == End.CONTROL_C
                    ? BenchProcess.onTerminal(directory, environment(), all)
                    : BenchProcess.jarWithEnvironment(directory, environment(), List.of(), all);
        }

        final BenchProcess ended(Phase phase, End end) throws Exception {
            BenchProcess bench = run(phase, end);
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> phase.isReached(bench, created()));
            end(bench, end);
            bench.exitCode();
            return bench;
        }

        /** Starts a run of a second. */
        final BenchProcess shortRun(String... further) throws IOException {
            List<String> defaults = List.of(
                    "-Dworkload=smoke.yaml",
                    "-Drate=500",
                    "-Dwarmup=300ms",
                    "-Dduration=1s",
                    "-Dfloor=0s",
                    "-Didle=park",
                    BenchProcess.FIRST_COMPILER,
                    BenchProcess.UNRECORDED,
                    servers.file().toString());
            return BenchProcess.jarWithEnvironment(
                    directory, environment(), List.of(), BenchProcess.with(defaults, further));
        }

        final BenchProcess clean(String... arguments) throws Exception {
            List<String> all = new ArrayList<>(List.of("clean"));
            all.addAll(List.of(arguments));
            BenchProcess clean =
                    BenchProcess.jarWithEnvironment(directory, environment(), List.of(), all.toArray(String[]::new));
            clean.exitCode();
            return clean;
        }

        final void assertNothingIsLeft(Phase phase, End end) throws Exception {
            List<String> before = servers.listing();

            BenchProcess bench = ended(phase, end);
            if (end == End.KILL_BOTH) {
                // While the first was being created, there may be none.
                if (phase.compareTo(Phase.CONNECTING) > 0) {
                    assertThat(bench.out() + bench.err()).contains("  makes   " + made(before, servers.listing()));
                }
                BenchProcess clean = clean(servers.file().toString());
                assertThat(clean.exitCode()).as(clean.err()).isZero();
                if (phase.compareTo(Phase.CONNECTING) > 0) {
                    assertThat(clean.out()).contains(servers.file() + ": deleted ");
                }
            }

            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(servers.listing())
                            .as(() -> bench.out() + bench.err())
                            .isEqualTo(before));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(names(created())).isEmpty());
            assertThat(bench.out() + bench.err()).doesNotContain("left behind", "secret-of-bench");
        }

        @Tag("exhaustive")
        @ParameterizedTest
        @MethodSource("io.twohop.system.LeftoversTest#atAnyTime")
        void shouldLeaveNothingAtAnyTime(Phase phase, End end) throws Exception {
            assertNothingIsLeft(phase, end);
        }

        @Tag("exhaustive")
        @Test
        void shouldSayWhatIsLeftWhereTheServerIsGone() throws Exception {
            List<String> before = servers.listing();
            BenchProcess bench = run(Phase.MEASURING, End.TERM);
            bench.awaitMeasuring();
            servers.kill();
            try {
                bench.signal("TERM");
                assertThat(bench.exitCode()).as(bench.out() + bench.err()).isEqualTo(INTERRUPTED + 13);
                assertThat(bench.err())
                        .containsPattern("left behind: " + kind + " twohop-[^\\n]*; bench clean " + servers.file()
                                + " deletes what is there still");
                assertThat(clean().out()).contains(" over " + servers.file() + ": " + kind + " twohop-");
                BenchProcess tooEarly = clean(servers.file().toString());
                assertThat(tooEarly.exitCode()).as(tooEarly.out()).isEqualTo(1);
                assertThat(tooEarly.err())
                        .contains("could not delete " + kind + " twohop-")
                        .doesNotContain(" WARN ", "\tat ");
            } finally {
                servers.start();
            }
            assertThat(servers.listing()).isNotEqualTo(before);

            assertThat(clean(servers.file().toString()).out()).contains(": deleted " + kind + " twohop-");

            assertThat(servers.listing()).isEqualTo(before);
            assertThat(clean().out()).contains("no run has left anything behind");
        }

        @Tag("exhaustive")
        @Test
        void shouldSayWhatIsLeftWhereTheServerStandsStill() throws Exception {
            List<String> before = servers.listing();
            BenchProcess bench = run(Phase.MEASURING, End.TERM);
            bench.awaitMeasuring();
            List<String> made = servers.listing();
            servers.pause();
            try {
                bench.signal("TERM");
                assertThat(bench.exitCode()).as(bench.out() + bench.err()).isEqualTo(INTERRUPTED + 13);
            } finally {
                servers.resume();
            }
            assertThat(bench.err())
                    .containsPattern(
                            "left behind: [^\\n]*; bench clean " + servers.file() + " deletes what is there still");
            made.stream()
                    .filter(name -> !before.contains(name))
                    .forEach(name -> assertThat(bench.err()).contains(name.substring(name.indexOf(' ') + 1)));

            BenchProcess clean = clean(servers.file().toString());

            assertThat(clean.exitCode()).as(clean.err()).isZero();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(servers.listing()).isEqualTo(before));
        }

        /** The servers do not answer, so that deleting takes long enough to be hit. */
        final void assertNothingIsLeftOfDeleting(End end) throws Exception {
            List<String> before = servers.listing();
            BenchProcess bench = shortRun("-Dwarmup=1s", "-Ddrain=500ms");
            bench.awaitMeasuring();
            servers.pause();
            try {
                long child = bench.child().pid();
                await().atMost(PATIENCE).until(() -> stacks(child).contains("Sweeper.delete("));
                end(bench, end);
            } finally {
                servers.resume();
            }
            bench.exitCode();
            if (end == End.KILL_BOTH || bench.err().contains("left behind: ")) {
                assertThat(clean(servers.file().toString()).exitCode()).isZero();
            }

            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(servers.listing()).as(bench.err()).isEqualTo(before));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(names(created())).isEmpty());
        }
    }

    @Nested
    @ResourceLock("kafka")
    class OnKafka extends Kit {
        OnKafka() {
            super("topics");
        }

        @Override
        ForeignServers start(Path place) throws Exception {
            return new ForeignServers.Kafka(place);
        }

        @ParameterizedTest
        @CsvSource({"CREATING, KILL_CHILD", "MEASURING, KILL_BOTH"})
        void shouldLeaveNothing(Phase phase, End end) throws Exception {
            assertNothingIsLeft(phase, end);
        }

        @Tag("exhaustive")
        @ParameterizedTest
        @EnumSource(names = {"TERM", "HUP", "KILL_CHILD", "KILL_PARENT", "KILL_BOTH"})
        void shouldLeaveNothingWhileItDeletes(End end) throws Exception {
            assertNothingIsLeftOfDeleting(end);
        }

        /** Deleting continues though the command has ended. */
        @Test
        void shouldLeaveNothingAfterASecondControlC() throws Exception {
            List<String> before = servers.listing();
            BenchProcess bench = run(Phase.MEASURING, End.CONTROL_C);
            await().atMost(PATIENCE).until(() -> Phase.MEASURING.isReached(bench, created()));

            bench.type(CONTROL_C);
            await().atMost(PATIENCE).until(() -> bench.out().contains("Ctrl-C again ends at once"));
            bench.type(CONTROL_C);

            assertThat(bench.exitCode()).as(bench.out()).isEqualTo(INTERRUPTED);
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(servers.listing()).as(bench.out()).isEqualTo(before));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(names(created())).isEmpty());
        }
    }

    @Nested
    @ResourceLock("nats")
    class OnJetStream extends Kit {
        OnJetStream() {
            super("streams");
        }

        @Override
        ForeignServers start(Path place) throws Exception {
            return new ForeignServers.JetStream(place);
        }

        @ParameterizedTest
        @CsvSource({"MEASURING, TERM", "CONNECTING, KILL_PARENT"})
        void shouldLeaveNothing(Phase phase, End end) throws Exception {
            assertNothingIsLeft(phase, end);
        }

        @Tag("exhaustive")
        @ParameterizedTest
        @EnumSource(names = {"TERM", "HUP", "KILL_CHILD", "KILL_PARENT", "KILL_BOTH"})
        void shouldLeaveNothingWhileItDeletes(End end) throws Exception {
            assertNothingIsLeftOfDeleting(end);
        }

        /** The next run over the same servers. */
        @Test
        void shouldDeleteWhatAnEarlierRunLeft() throws Exception {
            List<String> before = servers.listing();
            ended(Phase.MEASURING, End.KILL_BOTH);

            BenchProcess next = shortRun();

            next.assertMeasured();
            assertThat(next.err()).contains("deleted what earlier runs had left behind: streams twohop-");
            assertThat(servers.listing()).isEqualTo(before);
            assertThat(names(created())).isEmpty();
        }

        /** Is not left to the nightly build, unlike those of other servers. */
        @Override
        @Test
        void shouldSayWhatIsLeftWhereTheServerStandsStill() throws Exception {
            super.shouldSayWhatIsLeftWhereTheServerStandsStill();
        }
    }

    @Nested
    @ResourceLock("rabbitmq")
    class OnRabbit extends Kit {
        OnRabbit() {
            super("queues");
        }

        @Override
        ForeignServers start(Path place) throws Exception {
            ForeignRabbit.assume();
            return new ForeignRabbit(place);
        }
    }

    @Nested
    @ResourceLock("jms")
    class OnArtemis extends Kit {
        OnArtemis() {
            super("queues");
        }

        @Override
        ForeignServers start(Path place) throws Exception {
            return new ForeignArtemis(place);
        }
    }

    @Nested
    @ResourceLock("redis")
    class OnRedis extends Kit {
        OnRedis() {
            super("streams");
        }

        @Override
        ForeignServers start(Path place) throws Exception {
            return new ForeignRedis(place);
        }
    }

    @Test
    void shouldNotCleanServersOfARunsOwn(@TempDir Path directory) throws Exception {
        BenchCall clean = BenchCall.of(directory, "clean", "kafka.yaml");

        assertThat(clean.exitCode()).isEqualTo(2);
        assertThat(clean.err()).contains("kafka.yaml: servers of a run's own (expected: a file that names yours");
    }
}
