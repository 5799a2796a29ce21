package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path directory;

    @Test
    void shouldLeaveAFileAsItWasIfWritingFails() throws Exception {
        Path file = Files.writeString(directory.resolve("forks.csv"), "before");

        assertThatThrownBy(() -> WholeFile.write(file, out -> {
                    out.write('a');
                    throw new IOException("no room");
                }))
                .hasMessage("no room");

        assertThat(file).hasContent("before");
        assertThat(directory).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void shouldFollowNoLinkInThePlaceOfItsTemporaryFile() throws Exception {
        Path valued = Files.writeString(directory.resolve("valued"), "before");
        Files.createSymbolicLink(directory.resolve("page.html.partial"), valued);

        WholeFile.write(directory.resolve("page.html"), "page");

        assertThat(valued).hasContent("before");
        assertThat(directory.resolve("page.html")).hasContent("page").isRegularFile();
    }
}
