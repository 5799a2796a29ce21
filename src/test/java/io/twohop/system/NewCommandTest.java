package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A project of {@code bench new}, compiled and measured; the example that it is made from is built by Maven in CI. */
@Timeout(120)
class NewCommandTest {
    @TempDir
    Path directory;

    private List<Path> files(String name) throws Exception {
        try (Stream<Path> files = Files.walk(directory.resolve(name))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void shouldWriteAProjectThatIsMeasured() throws Exception {
        BenchProcess made = BenchProcess.jar(
                directory, "new", "shop/risk", "--package", "com.acme.shop", "--transport", "loopback.yaml");

        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(made.out().lines().map(String::strip))
                .containsSubsequence(
                        "(cd " + System.getProperty("twohop.home") + " && ./mvnw install -DskipTests)",
                        "cd shop/risk",
                        "mvn test");
        assertThat(directory.resolve("shop/risk/README.md")).content().contains("    ./mvnw install -DskipTests\n");
        assertThat(directory.resolve("shop/risk/orders.yaml"))
                .content()
                .startsWith("# yaml-language-server: $schema=workload.schema.json\n");
        assertThat(directory.resolve("shop/risk/workload.schema.json"))
                .hasSameTextualContentAs(Path.of(System.getProperty("twohop.home"), "docs/schema/workload.json"));
        List<String> sources = files("shop/risk").stream()
                .map(Path::toString)
                .filter(file -> file.endsWith(".java"))
                .toList();
        assertThat(sources).hasSize(6).allMatch(file -> file.contains("/com/acme/shop/"));
        Path classes = Files.createDirectory(directory.resolve("classes"));
        List<String> compile = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
        compile.addAll(sources);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, compile.toArray(String[]::new)))
                .isZero();
        BenchProcess bench = BenchProcess.jar(
                directory,
                "-Dworkload=" + directory.resolve("shop/risk/orders.yaml"),
                "-Dcodec=com.acme.shop.OrderCodec",
                "--classpath",
                classes.toString(),
                "-Dwarmup=500ms",
                "-Dduration=1s",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.FIRST_COMPILER,
                BenchProcess.ANY_RATE,
                BenchProcess.UNRECORDED,
                "loopback.yaml");
        bench.assertMeasured();
        assertThat(bench.resultJson().at("/accounting/received").asInt()).isEqualTo(1_500);
    }

    @Test
    void shouldWriteEveryNameAnewAndOneBuildOnly() throws Exception {
        BenchCall made = BenchCall.of(
                directory,
                "new",
                directory.resolve("risk-gate").toString(),
                "--package",
                "com.acme.gate",
                "--build",
                "gradle",
                "--transport",
                "kafka.yaml");
        assertThat(made.exitCode()).as(made.err()).isZero();

        for (Path file : files("risk-gate")) {
            assertThat(file.toString()).doesNotContain("com/example");
            assertThat(Files.readString(file))
                    .as(file.toString())
                    .doesNotContain("my-benchmark", "com.example", "chronicle", "mvn test", "target/classes");
        }
        assertThat(directory.resolve("risk-gate/build.gradle.kts")).content().contains("bench-starter-kafka");
        assertThat(directory.resolve("risk-gate/pom.xml")).doesNotExist();
    }

    @Test
    void shouldRefuseADirectoryWithSomethingInIt() throws Exception {
        Path kept = Files.writeString(
                Files.createDirectory(directory.resolve("full")).resolve("file"), "mine");

        BenchCall made = BenchCall.of(directory, "new", kept.getParent().toString());

        assertThat(made.exitCode()).isEqualTo(2);
        assertThat(made.err())
                .contains("bench: new: " + kept.getParent() + " (expected: a directory that is not there, or empty)");
        assertThat(files("full")).containsExactly(kept);
    }
}
