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
                Control control = Control.connect(server.forBench(), "a test")) {
            PartFiles files = new PartFiles(control, "call", 1, 2);
            files.store(left);

            assertThat(files.take(taken))
                    .containsExactlyInAnyOrder(taken.resolve("agent-2-run.log"), taken.resolve("agent-2-empty.log"));

            assertThat(taken.resolve("agent-2-run.log")).hasContent("a line");
            assertThat(taken.resolve("agent-2-empty.log")).isEmptyFile();
            assertThat(control.results().getList()).isEmpty();
        }
    }
}
