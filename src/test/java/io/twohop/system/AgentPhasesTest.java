package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.transport.nats.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An agent, the call or the control server dies or stops: while it is measured or, with {@code -Dphases=all}, at each phase of a run,
 * which takes four minutes.
 */
@Tag("exhaustive")
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class AgentPhasesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The lease, the drain, and what a busy machine takes to end and start processes. */
    private static final Duration END_LIMIT = Duration.ofSeconds(60);

    private static final long LOOK_MILLIS = 5;

    @TempDir
    Path directory;

    private final List<BenchProcess> agents = new ArrayList<>();
    private TestServer control;
    private BenchProcess bench;

    private enum Victim {
        LOAD,
        SERVICE,
        CALL,
        CONTROL
    }

    private enum Phase {
        CLAIMED,
        CONNECTING,
        MEASURING,
        HANDING_OVER
    }

    private static Stream<Arguments> strikes() {
        List<Phase> phases =
                System.getProperty("phases", "").equals("all") ? List.of(Phase.values()) : List.of(Phase.MEASURING);
        return Stream.of(Victim.values())
                .flatMap(victim -> Stream.of("KILL", "STOP")
                        .flatMap(signal -> phases.stream().map(phase -> Arguments.of(victim, signal, phase))));
    }

    @BeforeEach
    void start() throws Exception {
        control = new TestServer(place("control"), "jetstream { store_dir: \"%s\" }".formatted(place("js")));
        agents.add(agent("load"));
        agents.add(agent("service"));
        bench = BenchProcess.jar(
                place("call"),
                "-Dworkload=smoke.yaml",
                "-Drate=200",
                "-Dsize=64",
                "-Dwarmup=1s",
                "-Dduration=2s",
                "-Didle=park",
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED,
                "--agents",
                "load: 1, service: 1",
                "--nats",
                control.url(),
                "nats.yaml");
    }

    @AfterEach
    void end() throws Exception {
        if (control != null) {
            control.close();
        }
        for (BenchProcess agent : agents) {
            agent.end();
        }
        if (bench != null) {
            bench.end();
        }
    }

    private Path place(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    private BenchProcess agent(String role) throws IOException {
        BenchProcess agent = BenchProcess.jar(
                place(role), "agent", "--nats", control.url(), "--name", role, "--roles", role, "--allow", "jvm.flags");
        await().atMost(PATIENCE).until(() -> agent.out().contains("waits at"));
        return agent;
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("strikes")
    void shouldEndWhatTheOthersDo(Victim victim, String signal, Phase phase) throws Exception {
        await().pollInterval(Duration.ofMillis(LOOK_MILLIS))
                .atMost(PATIENCE)
                .until(() -> has(phase) || bench.hasEnded());
        List<ProcessHandle> of =
                agents.stream().flatMap(agent -> agent.descendants().stream()).toList();

        strike(victim, signal);

        if (victim != Victim.CALL) {
            assertThat(bench.hasEndedWithin(END_LIMIT)).as(bench.err()).isTrue();
        }
        for (BenchProcess agent : agents) {
            if (!is(agent, victim)) {
                await().atMost(END_LIMIT).until(() -> agent.descendants().isEmpty());
            }
        }
        recover(victim, signal);
        if (victim != Victim.CALL || signal.equals("STOP")) {
            assertThat(bench.hasEndedWithin(END_LIMIT)).as(bench.err()).isTrue();
            assertThatNothingIsClaimed(victim, phase);
        }
        await().atMost(END_LIMIT).until(() -> of.stream().noneMatch(ProcessHandle::isAlive));
        assertThatTheOthersWait(victim, signal);
    }

    private boolean has(Phase phase) throws IOException {
        return switch (phase) {
            case CLAIMED -> agents.get(0).out().contains("works for");
            case CONNECTING -> isThere("fork-1");
            case MEASURING -> bench.isMeasuring();
            case HANDING_OVER -> isThere("report.json");
        };
    }

    private boolean isThere(String name) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("load"))) {
            return files.anyMatch(file -> file.getFileName().toString().equals(name));
        } catch (UncheckedIOException e) {
            // A directory was deleted meanwhile.
            return false;
        }
    }

    private boolean is(BenchProcess agent, Victim victim) {
        return victim.ordinal() < agents.size() && agents.get(victim.ordinal()) == agent;
    }

    private void strike(Victim victim, String signal) throws Exception {
        switch (victim) {
            case LOAD, SERVICE -> agents.get(victim.ordinal()).signal(signal);
            case CALL -> bench.signal(signal);
            case CONTROL -> {
                if (signal.equals("KILL")) {
                    control.kill();
                } else {
                    control.pause();
                }
            }
        }
    }

    /** A stopped agent continues long after the others have given up. A control server that died is started again. */
    private void recover(Victim victim, String signal) throws Exception {
        if (signal.equals("STOP")) {
            switch (victim) {
                case LOAD, SERVICE -> agents.get(victim.ordinal()).signal("CONT");
                case CALL -> bench.signal("CONT");
                case CONTROL -> control.resume();
            }
        } else if (victim == Victim.CONTROL) {
            control.start();
        }
    }

    /** A result is whole, or says what broke it off; where nothing was measured yet there may be none. */
    private void assertThatNothingIsClaimed(Victim victim, Phase phase) throws Exception {
        int code = bench.exitCode();
        String said = bench.err() + bench.out();
        if (code == 0 || code == 4) {
            JsonNode result = bench.resultJson();
            assertThat(result.at("/complete").asBoolean()).as(said).isTrue();
            assertThat(result.at("/accounting/received").asInt()).isEqualTo(600);
            return;
        }
        assertThat(code).as(said).isIn(1, 2, 5);
        if (victim == Victim.LOAD || victim == Victim.SERVICE) {
            assertThat(said)
                    .contains(victim == Victim.LOAD ? "load" : "service")
                    .containsAnyOf("lost", "answer");
        }
        if (phase == Phase.MEASURING) {
            assertThat(bench.resultJson().at("/complete").asBoolean(true)).isFalse();
        }
    }

    private void assertThatTheOthersWait(Victim victim, String signal) throws Exception {
        await().atMost(PATIENCE).untilAsserted(() -> {
            BenchProcess list =
                    BenchProcess.jar(Files.createTempDirectory(directory, "list"), "agents", "--nats", control.url());
            assertThat(list.exitCode()).as(list.err()).isZero();
            for (BenchProcess agent : agents) {
                String role = agent == agents.get(0) ? "load" : "service";
                if (is(agent, victim) && signal.equals("KILL")) {
                    assertThat(list.out()).doesNotContain(role + " ");
                } else {
                    assertThat(list.out()).containsPattern(role + " +free");
                }
            }
        });
    }
}
