package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The reference page, against the table that it is made from. */
class WorkloadReferenceTest {
    private static final Path PAGE = Path.of("../docs/WORKLOADS.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\\n(.*?)```");

    @Test
    void shouldHaveEveryKeyOnThePage() throws Exception {
        String rows = Keys.ALL.stream()
                .map(key -> "| `" + key.name() + "` | " + key.help() + " |\n")
                .collect(Collectors.joining());

        assertThat(Files.readString(PAGE)).contains("| --- | --- |\n" + rows + "\n");
    }

    @Test
    void shouldHaveAnExampleOfEveryKeyThatCanBeRead() throws Exception {
        List<String> examples = EXAMPLE.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();

        assertThat(examples)
                .isNotEmpty()
                .allSatisfy(yaml -> assertThat(Workload.read(YamlDocument.parse("example.yaml", yaml))
                                .cells())
                        .isNotEmpty());
        assertThat(Keys.ALL)
                .allSatisfy(key -> assertThat(examples)
                        .anySatisfy(yaml -> assertThat(yaml).containsPattern("(?m)^" + key.name() + ":")));
    }
}
