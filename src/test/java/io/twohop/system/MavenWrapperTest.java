package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.twohop.programs.Archives;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The wrapper beside a mirror of Maven that somebody may have tampered with. */
@Timeout(120)
class MavenWrapperTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    private static final String VERSION = "3.9.16";

    @TempDir
    Path directory;

    private HttpServer mirror;
    private Path archive;

    @BeforeEach
    void serve() throws Exception {
        archive = directory.resolve("maven.zip");
        try (FileSystem zip = FileSystems.newFileSystem(
                URI.create("jar:" + archive.toUri()), Map.of("create", "true", "enablePosixFileAttributes", "true"))) {
            Path bin = Files.createDirectories(zip.getPath("apache-maven-" + VERSION, "bin"));
            executable(bin.resolve("mvn"), "the fetched Maven runs");
        }
        mirror = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        mirror.createContext("/", exchange -> {
            try (exchange) {
                byte[] bytes = Files.readAllBytes(archive);
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        mirror.start();
        executable(Files.createDirectory(directory.resolve("bin")).resolve("mvn"), "Apache Maven 3.9.9");
        Path project = Files.createDirectories(directory.resolve("project/.mvn/wrapper"));
        Files.copy(HOME.resolve("mvnw"), directory.resolve("project/mvnw"));
        Files.copy(HOME.resolve(".mvn/wrapper/maven-wrapper.properties"), project.resolve("maven-wrapper.properties"));
    }

    @AfterEach
    void stop() {
        mirror.stop(0);
    }

    private static void executable(Path file, String says) throws IOException {
        Files.writeString(file, "#!/bin/sh\necho " + says + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String wrapper() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        directory.resolve("project/mvnw").toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile());
        builder.environment().keySet().removeIf(name -> name.toLowerCase().endsWith("_proxy"));
        builder.environment()
                .putAll(Map.of(
                        "HOME", directory.toString(),
                        "MVNW_REPOURL",
                                "http://127.0.0.1:" + mirror.getAddress().getPort(),
                        "PATH", directory.resolve("bin") + ":" + System.getenv("PATH")));
        builder.environment().remove("MAVEN_USER_HOME");
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readString(directory.resolve("log"));
    }

    private void pin(String sha256) throws IOException {
        Path properties = directory.resolve("project/.mvn/wrapper/maven-wrapper.properties");
        Files.writeString(
                properties,
                Files.readString(properties)
                        .replaceAll("(?m)^distributionSha256Sum=.*", "distributionSha256Sum=" + sha256));
    }

    @Test
    void shouldRunTheInstalledMavenWhenTheFetchedOneIsNotThePinnedOne() throws Exception {
        assertThat(wrapper())
                .contains("what was fetched has another SHA-256", "Apache Maven 3.9.9")
                .doesNotContain("the fetched Maven runs");
        assertThat(directory.resolve(".m2/wrapper/dists/apache-maven-" + VERSION))
                .isDirectoryNotContaining(Files::isDirectory);
    }

    @Test
    void shouldRunThePinnedMaven() throws Exception {
        pin(Archives.sha256(archive));

        assertThat(wrapper()).contains("the fetched Maven runs");
    }

    @Test
    void shouldFetchNothingThatIsNotPinned() throws Exception {
        pin("");

        assertThat(wrapper())
                .contains("no SHA-256 is pinned", "Apache Maven 3.9.9")
                .doesNotContain("the fetched Maven runs");
    }
}
