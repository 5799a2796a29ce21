package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The reference page, against the table that it is made from. */
class WorkloadReferenceTest {
    @Test
    void shouldHaveEveryKeyOnThePage() throws Exception {
        String rows = Keys.ALL.stream()
                .map(key -> "| `" + key.name() + "` | " + key.help() + " |\n")
                .collect(Collectors.joining());

        assertThat(Files.readString(Path.of("../docs/WORKLOADS.md"))).contains("| --- | --- |\n" + rows + "\n");
    }
}
