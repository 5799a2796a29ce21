package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.impl.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class PartFilesTest {
    @TempDir
    Path directory;

    private Path left;
    private Path taken;
    private ControlServer server;
    private Control agent;
    private Control control;

    @BeforeEach
    void connect() throws Exception {
        left = Files.createDirectories(directory.resolve("left"));
        taken = Files.createDirectories(directory.resolve("taken"));
        server = new ControlServer(Files.createDirectories(directory.resolve("control")));
        agent = Control.connect(server.forAgents(), Control.Side.AGENT, "an agent");
        control = Control.connect(server.forBench(), Control.Side.BENCH, "a test");
        control.makeStream();
    }

    @AfterEach
    void close() {
        agent.close();
        control.close();
        server.close();
    }

    private void handOver(String name, String offset, String piece) throws Exception {
        agent.connection()
                .jetStream()
                .publish(
                        "twohop.result.call.1.2",
                        new Headers().put(PartFiles.NAME, name).put(PartFiles.OFFSET, offset),
                        piece.getBytes(StandardCharsets.UTF_8));
    }

    private long kept() throws Exception {
        return control.results().getStreamInfo(Control.RESULTS).getStreamState().getMsgCount();
    }

    @Test
    void shouldTakeTheFilesOfAnAgent() throws Exception {
        Files.writeString(left.resolve("run.log"), "a line");
        Files.createFile(left.resolve("empty.log"));
        Files.createDirectories(left.resolve("deeper"));
        byte[] recording = new byte[300_000];
        new Random(1).nextBytes(recording);
        Files.write(left.resolve("recording.jfr"), recording);
        new PartFiles(agent, "call", 1, 2).store(left);
        new PartFiles(agent, "call", 1, 3).store(left);

        assertThat(new PartFiles(control, "call", 1, 2).take(taken))
                .containsExactlyInAnyOrder(
                        taken.resolve("agent-2-run.log"),
                        taken.resolve("agent-2-empty.log"),
                        taken.resolve("agent-2-recording.jfr"));

        assertThat(taken.resolve("agent-2-run.log")).hasContent("a line");
        assertThat(taken.resolve("agent-2-empty.log")).isEmptyFile();
        assertThat(taken.resolve("agent-2-recording.jfr")).hasBinaryContent(recording);
        assertThat(kept()).as("pieces of the other agent").isEqualTo(2 + 1 + 4);
    }

    /** Any holder of an agent's key can hand over anything. */
    @Test
    void shouldTakeNothingButFiles() throws Exception {
        handOver("..\\..\\x", "0", "x");
        handOver("a/../../x", "0", "x");
        handOver("run.log", "-1", "x");
        handOver("run.log", "1", "x");
        handOver("run.log", "0", "ab");
        handOver("run.log", "0", "ab");
        agent.connection().jetStream().publish("twohop.result.call.1.2", new byte[] {1});
        handOver("run.log", "2", "c");
        handOver("run.log", "3", "");
        handOver("half.log", "0", "no end");

        assertThat(new PartFiles(control, "call", 1, 2).take(taken)).containsExactly(taken.resolve("agent-2-run.log"));

        assertThat(taken.resolve("agent-2-run.log")).hasContent("abc");
        assertThat(Files.exists(directory.resolve("x"))).isFalse();
        assertThat(kept()).isZero();
    }

    @Test
    void shouldTakeNoMoreThanItsLimit() throws Exception {
        Files.write(left.resolve("recording.jfr"), new byte[3 << 20]);
        new PartFiles(agent, "call", 1, 2).store(left);

        assertThatThrownBy(() -> new PartFiles(control, "call", 1, 2, 2 << 20).take(taken))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("(expected: at most 1,000 files of together 2 MiB)");

        assertThat(kept()).isZero();
    }
}
