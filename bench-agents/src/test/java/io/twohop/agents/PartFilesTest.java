package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartFilesTest {
    @TempDir
    Path directory;

    @Test
    void shouldTakeTheFilesOfAnAgent() throws Exception {
        Path left = Files.createDirectories(directory.resolve("left"));
        Files.writeString(left.resolve("run.log"), "a line");
        Files.createFile(left.resolve("empty.log"));
        Files.createDirectories(left.resolve("deeper"));
        Path taken = Files.createDirectories(directory.resolve("taken"));
        try (ControlServer server = new ControlServer(Files.createDirectories(directory.resolve("control")));
                Control agent = Control.connect(server.forAgents(), Control.Side.AGENT, "an agent");
                Control control = Control.connect(server.forBench(), Control.Side.BENCH, "a test")) {
            control.makeBuckets();
            new PartFiles(agent, "call", 1, 2).store(left);
            agent.results().put("call/1/2/..\\..\\x", new byte[] {1});
            agent.results().put("call/1/2/a/../../x", new byte[] {1});
            PartFiles files = new PartFiles(control, "call", 1, 2);

            assertThat(files.take(taken))
                    .containsExactlyInAnyOrder(taken.resolve("agent-2-run.log"), taken.resolve("agent-2-empty.log"));

            assertThat(taken.resolve("agent-2-run.log")).hasContent("a line");
            assertThat(taken.resolve("agent-2-empty.log")).isEmptyFile();
            assertThat(control.results().getList()).as("names of no files").hasSize(2);
        }
    }
}
