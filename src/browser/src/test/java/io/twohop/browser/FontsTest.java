package io.twohop.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FontsTest {
    @TempDir
    Path directory;

    @Test
    void shouldUseThoseThatCameAlongWhenTheMachineHasNone() throws Exception {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Fonts.configure(directory);

        assertThat(Fonts.environment(directory, List.of(empty, directory.resolve("missing"))))
                .isEqualTo(Map.of(
                        "FONTCONFIG_FILE", directory.resolve("fonts.conf").toString()));
        assertThat(directory.resolve("fonts.conf")).content().contains("fonts</dir>");
    }

    @Test
    void shouldLeaveAMachineItsOwn() throws Exception {
        Path place = Files.createDirectories(directory.resolve("share/truetype"));
        Files.createFile(place.resolve("Plain.ttf"));

        assertThat(Fonts.environment(directory, List.of(directory.resolve("share"))))
                .isEmpty();
    }
}
