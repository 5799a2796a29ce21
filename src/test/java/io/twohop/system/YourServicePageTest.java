package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The classes of docs/your-service.md as they stand there, measured by the commands that stand beside them. */
@Tag("exhaustive")
@Timeout(120)
class YourServicePageTest {
    static final Path PAGE = Path.of(System.getProperty("twohop.home"), "docs/your-service.md");

    private static final Pattern JAVA = Pattern.compile("```java\n(.*?class (\\w+).*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("(?m)^    \\./bench (.*)$");
    private static final Pattern SPRING = Pattern.compile(".*/(spring|micrometer|jspecify|commons-logging)-[^/]*jar");

    @TempDir
    private static Path classes;

    @TempDir
    private static Path dependencies;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
        for (MatchResult found : JAVA.matcher(Files.readString(PAGE)).results().toList()) {
            Path source = classes.resolve(found.group(2) + ".java");
            arguments.add(Files.writeString(source, found.group(1)).toString());
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).isZero();
        for (String jar : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (SPRING.matcher(jar).matches()) {
                Files.copy(Path.of(jar), dependencies.resolve(Path.of(jar).getFileName()));
            }
        }
    }

    static Stream<String> commands() throws IOException {
        return COMMAND.matcher(Files.readString(PAGE)).results().map(found -> found.group(1));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldMeasureByTheCommand(String command) throws Exception {
        assertMeasures(command.replace("'target/classes:target/dependency/*'", classes.toString())
                .replace("--classpath classes ", "--classpath " + classes + " "));
    }

    @Test
    void shouldMeasureASpringBean() throws Exception {
        assertMeasures("-Dworkload=smoke.yaml -Dservice=com.acme.SpringService --classpath " + classes + ":"
                + dependencies + "/* loopback.yaml");
    }

    private void assertMeasures(String command) throws Exception {
        List<String> arguments = new ArrayList<>(Arrays.asList(command.split(" ")));
        arguments.addAll(List.of(
                "-Drate=500",
                "-Dwarmup=500ms",
                "-Dduration=1s",
                "-Dfloor=0s",
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED));
        BenchProcess bench = BenchProcess.jar(directory, arguments.toArray(String[]::new));

        assertThat(bench.exitCode()).as(bench.err()).isIn(0, 4);
        assertThat(bench.resultJson().at("/accounting/received").asInt()).isEqualTo(750);
    }
}
