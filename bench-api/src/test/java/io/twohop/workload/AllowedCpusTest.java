package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedCpusTest {
    @TempDir
    Path root;

    private void allow(String list) throws IOException {
        Path status = root.resolve("proc/self/status");
        Files.createDirectories(status.getParent());
        Files.writeString(status, "Name:\tjava\nCpus_allowed:\tf\nCpus_allowed_list:\t" + list + "\n");
    }

    private void isolate(String list) throws IOException {
        Path isolated = root.resolve("sys/devices/system/cpu/isolated");
        Files.createDirectories(isolated.getParent());
        Files.writeString(isolated, list + "\n");
    }

    /** A quota of one CPU's time still lets threads run on all of them for a part of each period. */
    @Test
    void shouldCountAllThatThreadsCanRunOnAtOnce() throws IOException {
        assertThat(AllowedCpus.atOnce(1, root)).isEqualTo(1);

        allow("0-3,8");
        assertThat(AllowedCpus.atOnce(1, root)).isEqualTo(5);

        isolate("3,9");
        assertThat(AllowedCpus.atOnce(1, root)).isEqualTo(6);
    }

    @Test
    void shouldTakeThoseOfTheList() throws IOException {
        allow("0-3,8");

        assertThatCode(() -> AllowedCpus.check(List.of(0, 3, 8), root, "Linux")).doesNotThrowAnyException();
        assertThatCode(() -> AllowedCpus.check(List.of(), root, "Linux")).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseOthers() throws IOException {
        allow("0-3,8");

        assertThatThrownBy(() -> AllowedCpus.check(List.of(2, 4), root, "Linux"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("affinity[1]: 4 (expected: one of the CPUs that this process may use: 0-3,8)");
    }

    /** With {@code isolcpus=2-3}, Linux lists 0-1 for a process that was started as usual. */
    @Test
    void shouldTakeCpusThatAreIsolatedForSuchThreads() throws IOException {
        allow("0-1");
        isolate("2-3");

        assertThatCode(() -> AllowedCpus.check(List.of(2, 3), root, "Linux")).doesNotThrowAnyException();
        assertThatThrownBy(() -> AllowedCpus.check(List.of(4), root, "Linux")).hasMessageContaining("may use: 0-3)");
    }

    @Test
    void shouldLeaveItToTheThreadWhereTheSystemDoesNotSay() {
        assertThatCode(() -> AllowedCpus.check(List.of(9), root, "Windows 11")).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseToPinWhereTheLibraryDoesNothing() {
        assertThatThrownBy(() -> AllowedCpus.check(List.of(1, 9), root, "Mac OS X"))
                .hasMessage(
                        "affinity: [1, 9] (expected: none, since Mac OS X cannot pin a thread to a CPU; Linux can)");
        assertThatCode(() -> AllowedCpus.check(List.of(), root, "Mac OS X")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0-3,8", "1,3,5-7"})
    void shouldWriteAListAsItWasRead(String list) {
        assertThat(AllowedCpus.text(AllowedCpus.parse(list))).isEqualTo(list);
    }

    @Test
    void shouldCountIsolatedCpusThatAreNamed() throws IOException {
        assertThat(AllowedCpus.cores(2, List.of(9), root))
                .as("where the system does not say")
                .isEqualTo(2);
        allow("0-1");

        assertThat(AllowedCpus.cores(2, List.of(), root)).isEqualTo(2);
        assertThat(AllowedCpus.cores(2, List.of(1, 2, 3), root)).isEqualTo(4);
    }

    @Test
    void shouldReadWhatLinuxWritesForNone() {
        assertThat(AllowedCpus.parse("(null)\n").isEmpty()).isTrue();
    }
}
