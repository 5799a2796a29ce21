package io.twohop.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
    @TempDir
    Path work;

    @Test
    void shouldReportHowTheOutputBeginsAndEndsWhenACommandFails() {
        assertThatThrownBy(() -> run("echo no such package; echo more; echo try another; exit 3"))
                .isInstanceOf(IOException.class)
                .hasMessage("no such package ... try another");
        assertThatThrownBy(() -> run("echo no disk >&2; exit 1")).hasMessage("no disk");
        assertThatThrownBy(() -> run("exit 1")).hasMessage("failed");
    }

    private void run(String script) throws Exception {
        Commands.run(work, Map.of(), "sh", "-c", script);
    }

    @Test
    void shouldGiveTheCommandItsEnvironment() throws Exception {
        Commands.run(Map.of("TWOHOP_TEST", "given"), "sh", "-c", "test \"$TWOHOP_TEST\" = given");

        assertThatThrownBy(() -> Commands.run(Map.of(), "sh", "-c", "test \"$TWOHOP_TEST\" = given"))
                .isInstanceOf(IOException.class);
    }

    /** Tools read settings, and Python even modules, of the directory that they are started in. */
    @Test
    void shouldRunACommandInItsWorkDirectory() throws Exception {
        run("test \"$(pwd -P)\" = '" + work.toRealPath() + "'");
    }

    @Test
    void shouldFindWhatIsOnThePathOnly() {
        assertThat(Commands.find(Platform.fileName("twohop-no-such-command"))).isEmpty();
        assertThat(Commands.find("sh")).isPresent();
    }
}
