package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The alias for JBang against the packaged command, and that command as JBang starts it. */
@Timeout(120)
class JBangCatalogTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));

    private static final String MAIN = "io.twohop.cli.Main";

    @TempDir
    Path directory;

    @Test
    void shouldNameTheCommandOfThisVersion() throws Exception {
        JsonNode alias = new ObjectMapper()
                .readTree(HOME.resolve("jbang-catalog.json").toFile())
                .at("/aliases/bench");

        try (JarFile jar =
                new JarFile(HOME.resolve("bench-cli/target/bench.jar").toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            String version = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            assertThat(alias.path("main").asText())
                    .isEqualTo(MAIN)
                    .isEqualTo(manifest.getValue(Attributes.Name.MAIN_CLASS));
            assertThat(alias.path("script-ref").asText()).isEqualTo("io.twohop:bench-cli:" + version);
            // Runs start the broker as a program; the command does not depend on it.
            assertThat(alias.path("dependencies").path(0).asText()).isEqualTo("io.twohop:kafka-broker:" + version);
        }
    }

    /** From a class path in place of a jar with a manifest, far from any checkout. */
    private BenchProcess bench(String... arguments) throws Exception {
        Path target = HOME.resolve("bench-cli/target");
        Path jar = Files.copy(target.resolve("bench.jar"), directory.resolve("bench-cli.jar"));
        List<String> all = new ArrayList<>(List.of(MAIN));
        all.addAll(List.of(arguments));
        return BenchProcess.main(
                directory, jar + File.pathSeparator + target.resolve("lib/*"), all.toArray(String[]::new));
    }

    @Test
    void shouldListEveryWorkloadFromTheJarsAlone() throws Exception {
        BenchProcess list = bench("list");

        assertThat(list.exitCode()).as(list.err()).isZero();
        try (Stream<Path> workloads = Files.list(HOME.resolve("workloads"))) {
            assertThat(workloads
                            .filter(file -> file.toString().endsWith(".yaml"))
                            .map(file -> "\n  " + file.getFileName()))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(list.out()).contains(line));
        }
    }

    @Test
    void shouldMeasureFromTheJarsAlone() throws Exception {
        BenchProcess run = bench(
                "-Dworkload=smoke.yaml",
                "-Drate=500",
                "-Dwarmup=300ms",
                "-Dduration=1s",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.FIRST_COMPILER,
                BenchProcess.ANY_RATE,
                BenchProcess.UNRECORDED,
                "chronicle.yaml");

        run.assertMeasured();
        assertThat(run.result().getFileName().toString()).endsWith("-smoke-chronicle");
    }

    @Test
    void shouldCarryTheSchemas() throws Exception {
        try (JarFile jar =
                        new JarFile(HOME.resolve("bench-cli/target/bench.jar").toFile());
                Stream<Path> schemas = Files.list(HOME.resolve("docs/schema"))) {
            assertThat(schemas.map(file -> "io/twohop/cli/schema/" + file.getFileName()))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(jar.getEntry(name)).as(name).isNotNull());
        }
    }
}
