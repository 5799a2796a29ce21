package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The classes of docs/your-service.md as they stand there; {@link DocRunsTest} measures by the commands beside them. */
@Tag("exhaustive")
@Timeout(120)
class YourServicePageTest {
    static final Path PAGE = Path.of(System.getProperty("twohop.home"), "docs/your-service.md");

    private static final Pattern SPRING = Pattern.compile(".*/(spring|micrometer|jspecify|commons-logging)-[^/]*jar");

    @TempDir
    private static Path classes;

    @TempDir
    private static Path dependencies;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws IOException {
        compile(classes, dependencies);
    }

    /** Compiles the page's classes, and copies the jars that they need beside the bench's own. */
    static void compile(Path classes, Path dependencies) throws IOException {
        DocClasses.compile(PAGE, classes);
        for (String jar : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (SPRING.matcher(jar).matches()) {
                Files.copy(Path.of(jar), dependencies.resolve(Path.of(jar).getFileName()));
            }
        }
    }

    @Test
    void shouldMeasureASpringBean() throws Exception {
        BenchProcess bench = BenchProcess.jar(
                directory,
                "-Dworkload=smoke.yaml",
                "-Dservice=com.acme.SpringService",
                "--classpath",
                classes + ":" + dependencies + "/*",
                "-Drate=500",
                "-Dwarmup=500ms",
                "-Dduration=1s",
                "-Dfloor=0s",
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED,
                "loopback.yaml");

        bench.assertMeasured();
        assertThat(bench.resultJson().at("/accounting/received").asInt()).isEqualTo(750);
    }
}
