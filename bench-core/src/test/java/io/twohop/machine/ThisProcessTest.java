package io.twohop.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.Environment;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
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

    @Test
    void shouldNameOnlyJarsThatExist() throws IOException {
        Path queue = directory.resolve("queue.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        "core-2.jar core-1.jar analytics.jar sub/a%20b.jar http://[ http://127.0.0.1/c.jar");
        new JarOutputStream(Files.newOutputStream(queue), manifest).close();
        Files.createFile(directory.resolve("core-2.jar"));
        Files.createFile(Files.createDirectories(directory.resolve("sub")).resolve("a b.jar"));

        assertThat(ThisProcess.jars(queue + File.pathSeparator + directory.resolve("gone.jar")))
                .containsExactly("queue.jar", "core-2.jar", "a b.jar", "gone.jar");
    }
}
