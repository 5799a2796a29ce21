package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkClassPathTest {
    @Test
    void shouldRefuseWhenALibraryIsNeededInTwoVersions() {
        assertThatThrownBy(() -> ForkClassPath.check(
                        "old",
                        paths("bench-core-0.1.0-SNAPSHOT.jar", "protobuf-java-3.25.5.jar"),
                        "new",
                        paths("protobuf-java-4.36.2.jar", "bench-core-0.1.0-SNAPSHOT.jar")))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "codec: new (expected: a codec whose libraries go with those of old, which needs protobuf-java"
                                + " 3.25.5, not 4.36.2; json goes with any)");
    }

    @Test
    void shouldAcceptWhenVersionsAreTheSameOrLibrariesOthers() {
        assertThatCode(() -> ForkClassPath.check(
                        "one",
                        paths("agrona-2.6.0.jar", "jna-5.5.0.jar", "jffi-1.3.12.jar", "jffi-1.3.12-native.jar"),
                        "other",
                        paths("agrona-2.6.0.jar", "jna-platform-5.6.0.jar", "jffi-1.3.12.jar", "classes")))
                .doesNotThrowAnyException();
    }

    private static List<Path> paths(String... names) {
        return Stream.of(names).map(Path::of).toList();
    }

    /** Jackson 2 and 3 have jars of one name. */
    @Test
    void shouldTellVersionsOfALibraryFromLibrariesOfTheSameName(@TempDir Path directory) throws IOException {
        Path two = jarWith(directory.resolve("mapper-2.0.jar"), "com/example/two/Mapper.class");
        Path three = jarWith(directory.resolve("mapper-3.0.jar"), "com/example/three/Mapper.class");
        Path newer = jarWith(directory.resolve("mapper-2.1.jar"), "com/example/two/Mapper.class");

        assertThatCode(() -> ForkClassPath.check("one", List.of(two), "other", List.of(three)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> ForkClassPath.check("one", List.of(two), "other", List.of(newer)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("needs mapper 2.0, not 2.1");
    }

    private static Path jarWith(Path jar, String entry) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/services/anything"));
            out.putNextEntry(new JarEntry(entry));
        }
        return jar;
    }

    @Test
    void shouldReadWhatAJarNeedsWhenItSaysSo(@TempDir Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        Path silent = jar(directory.resolve("silent.jar"), manifest);
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "a-1.jar b-2.jar");
        Path jar = jar(directory.resolve("one.jar"), manifest);

        assertThat(ForkClassPath.needed(jar)).contains(List.of("a-1.jar", "b-2.jar"));
        assertThat(ForkClassPath.needed(silent)).isEmpty();
    }

    @Test
    void shouldHaveTheUsersClassesButNotTheClientJarsOfOtherFiles(@TempDir Path directory) throws IOException {
        Path own = jar(directory.resolve("own.jar"), new Manifest());
        Path others = jar(directory.resolve("others.jar"), new Manifest());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader user = new URLClassLoader(new URL[] {own.toUri().toURL()}, before)) {
            thread.setContextClassLoader(user);
            ClientJars.use(List.of(others.toString()));

            assertThat(ForkClassPath.of(List.of("client.jar"), List.of(ForkClassPath.class), List.of()))
                    .startsWith("client.jar" + File.pathSeparator)
                    .endsWith(File.pathSeparator + own)
                    .doesNotContain("others.jar");
            assertThat(thread.getContextClassLoader().getParent()).isSameAs(user);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Path jar(Path file, Manifest manifest) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            out.finish();
        }
        return file;
    }
}
