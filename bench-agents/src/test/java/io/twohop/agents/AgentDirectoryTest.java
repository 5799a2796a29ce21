package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@EnabledOnOs({OS.LINUX, OS.MAC})
class AgentDirectoryTest {
    @TempDir
    Path temporary;

    private Path directory;

    /** Of a machine with several users: its first process is root's. */
    private final Path init = Path.of("/");

    @BeforeEach
    void create() throws IOException {
        directory = Files.createDirectory(temporary.resolve("agent")).toRealPath();
    }

    private static void allow(String mode, Path directory) throws IOException, InterruptedException {
        int status =
                new ProcessBuilder("chmod", mode, directory.toString()).start().waitFor();
        assertThat(status).isZero();
    }

    private static String mode(Path directory) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(directory));
    }

    @Test
    void shouldMakeDirectoriesThatOnlyItsUserReads() throws Exception {
        AgentDirectory made = new AgentDirectory(temporary.resolve("a/b"), init);

        Path logs = made.create("call", "fork-1");

        assertThat(made.path()).isEqualTo(temporary.toRealPath().resolve("a/b"));
        assertThat(logs).isEqualTo(made.path().resolve("call/fork-1")).isDirectory();
        assertThat(mode(made.path())).isEqualTo("rwx------");
        assertThat(mode(logs)).isEqualTo("rwx------");
        assertThat(mode(logs.getParent())).isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0700", "0755", "1777", "1770"})
    void shouldTakeADirectoryThatOthersCannotChange(String mode) throws Exception {
        allow(mode, directory);

        assertThatCode(() -> new AgentDirectory(directory, init)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0777", "0702", "0770", "2775"})
    void shouldRefuseADirectoryThatOthersMayWriteTo(String mode) throws Exception {
        allow(mode, directory);

        assertThatThrownBy(() -> new AgentDirectory(directory, init))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--directory: " + directory)
                .hasMessageContaining("no other user can write to, nor everybody to one above it, unlike " + directory)
                .hasMessageContaining("chmod go-w " + directory);
    }

    @Test
    void shouldRefuseADirectoryThatOthersMayRename() throws Exception {
        allow("0777", directory);
        Path inner = directory.resolve("inner");

        assertThatThrownBy(() -> new AgentDirectory(inner, init))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--directory: " + inner)
                .hasMessageContaining("chmod go-w " + directory);
    }

    /** An {@code emptyDir} of a pod whose user is not root. Root's containers cannot be told from machines. */
    @Test
    void shouldTakeWhatOnlyItsContainerReaches() throws Exception {
        allow("0777", directory);
        Path process = Files.createDirectory(temporary.resolve("1"));
        boolean isRoot = Integer.valueOf(0).equals(Files.getAttribute(process, "unix:uid"));

        assertThat(isTaken(process)).isEqualTo(!isRoot);
        assertThat(isTaken(temporary.resolve("hidden"))).isFalse();
    }

    private boolean isTaken(Path firstProcess) throws IOException {
        try {
            new AgentDirectory(directory, firstProcess);
            return true;
        } catch (ConfigException e) {
            return false;
        }
    }

    @Test
    void shouldJudgeTheTargetOfALink() throws Exception {
        allow("0777", directory);
        Path link = Files.createSymbolicLink(temporary.resolve("link"), directory);

        assertThatThrownBy(() -> new AgentDirectory(link, init)).hasMessageContaining("chmod go-w " + directory);
    }
}
