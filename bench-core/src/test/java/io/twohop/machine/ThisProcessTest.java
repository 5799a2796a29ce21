package io.twohop.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.Environment;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThisProcessTest {
    private static final Path MEMORY = Path.of("/proc");

    @TempDir
    Path directory;

    @Test
    void shouldNameTheFileSystemThatKeepsTheData() {
        Environment own = ThisProcess.environment(directory);

        Environment elsewhere = own.keepingDataIn(ThisProcess.storage(MEMORY).orElseThrow());
        assertThat(elsewhere.data().fileSystem())
                .isEqualTo("proc")
                .isNotEqualTo(own.data().fileSystem());
        assertThat(elsewhere.cpu()).isEqualTo(own.cpu());
        assertThat(elsewhere.kernel()).isEqualTo(own.kernel());
    }
}
