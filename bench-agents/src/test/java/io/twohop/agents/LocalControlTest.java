package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.nats.client.NKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server that a call starts, as other users of the machine find it. */
@Tag("one-jdk")
class LocalControlTest {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    private LocalControl server;

    @BeforeEach
    void start() throws Exception {
        server = new LocalControl(directory);
    }

    @AfterEach
    void end() {
        server.close();
    }

    private String log() throws Exception {
        return Files.readString(directory.resolve("nats-server.log"));
    }

    @Test
    void shouldLetNobodyInWithoutAKeyOfTheCall() throws Exception {
        String url = server.forBench().url();
        Path other = Files.writeString(
                directory.resolve("other.nk"),
                new String(NKey.createUser(new SecureRandom()).getSeed()));

        assertThatThrownBy(() -> Control.connect(new ControlOptions(url), Control.Side.BENCH, "attacker"))
                .isInstanceOf(AgentsException.class)
                .hasMessageContaining("does not let this user in");
        assertThatThrownBy(() -> Control.connect(new ControlOptions(url).with(other), Control.Side.BENCH, "attacker"))
                .isInstanceOf(AgentsException.class)
                .hasMessageContaining("does not let this user in");
    }

    @Test
    void shouldKeepItsKeysForThisUser() throws Exception {
        for (ControlOptions options : new ControlOptions[] {server.forAgents(), server.forBench()}) {
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(options.nkey().orElseThrow())))
                    .isEqualTo("rw-------");
        }
        assertThat(server.forAgents().nkey()).isNotEqualTo(server.forBench().nkey());
    }

    @Test
    void shouldLetAnAgentsKeyBeginNoPlan() throws Exception {
        Question begin = Question.of(UUID.randomUUID().toString());
        String subject = Verb.BEGIN.subject(UUID.randomUUID().toString());
        try (Control agent = Control.connect(server.forAgents(), Control.Side.AGENT, "attacker")) {
            assertThat(agent.ask(subject, begin, PATIENCE)).isEmpty();

            await().untilAsserted(() -> assertThat(log()).contains("Publish Violation", "\"" + subject + "\""));
        }
    }

    /** Another user's server may have taken the port of one that has ended. */
    @Test
    void shouldBeTheOnlyServerThatAgentsTalkTo() {
        ControlOptions another = server.forAgents().only(Optional.of("twohop-another"));

        assertThatThrownBy(() -> Control.connect(another, Control.Side.AGENT, "agent"))
                .isInstanceOf(AgentsException.class)
                .hasMessageContaining(" is server twohop-")
                .hasMessageContaining("(expected: twohop-another)");
    }
}
