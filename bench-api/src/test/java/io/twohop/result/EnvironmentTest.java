package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {
    private static final Path MEMORY = Path.of("/proc");

    @TempDir
    Path directory;

    @Test
    void shouldNameTheFileSystemThatKeepsTheData() {
        Environment own = Environment.ofThisProcess(directory);

        assertThat(own.keepingDataIn(null)).isEqualTo(own);
        Environment elsewhere = own.keepingDataIn(MEMORY);
        assertThat(elsewhere.data().fileSystem())
                .isEqualTo("proc")
                .isNotEqualTo(own.data().fileSystem());
        assertThat(elsewhere.cpu()).isEqualTo(own.cpu());
        assertThat(elsewhere.kernel()).isEqualTo(own.kernel());
    }
}
