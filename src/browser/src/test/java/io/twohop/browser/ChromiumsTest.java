package io.twohop.browser;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.programs.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChromiumsTest {
    @TempDir
    Path directory;

    private Path script(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("driver"), "#!/bin/sh\n" + text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void assertRefused(Path browser, Path driver, String why) {
        Map<String, String> variables = Map.of("CHROMIUM", browser.toString(), "CHROMEDRIVER", driver.toString());

        assertThatThrownBy(() -> Chromiums.installed(variables))
                .isInstanceOf(ProgramException.class)
                .hasMessageStartingWith("CHROMIUM, CHROMEDRIVER: " + browser + ", " + driver
                        + " (expected: a Chromium, and the chromedriver of the same version; ")
                .hasMessageContaining(why);
    }

    @Test
    void shouldRefuseADriverThatIsNotThere() {
        assertRefused(directory.resolve("browser"), directory.resolve("driver"), "driver\": ");
    }

    @Test
    void shouldSayWhatADriverLacks() throws Exception {
        assertRefused(directory.resolve("browser"), script("echo no library for it; exit 1"), "no library for it");
    }

    @Test
    void shouldRefuseADriverThatStartsNoSession() throws Exception {
        assertRefused(
                directory.resolve("browser"),
                script("if [ \"$1\" = --version ]; then echo 153; else exit 1; fi"),
                "Could not start a new session");
    }
}
