package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.Secrets;
import io.twohop.testing.model.OtherJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildEnvironmentTest {
    @TempDir
    Path directory;

    private static ProcessBuilder bench(String further) {
        ProcessBuilder builder = new ProcessBuilder();
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        "/bin",
                        "LC_ALL",
                        "C",
                        "KAFKA_PASSWORD",
                        "secret",
                        "OTEL_EXPORTER_OTLP_HEADERS",
                        "secret",
                        "DB_URL",
                        "db",
                        ChildEnvironment.FURTHER,
                        further));
        return builder;
    }

    @Test
    void shouldGiveForksOnlyWhatTheirPlanOrTheUserNames() {
        ProcessBuilder plain = bench("");
        ChildEnvironment.restrict(plain, Set.of());
        assertThat(plain.environment()).containsOnlyKeys("PATH", "LC_ALL", ChildEnvironment.FURTHER);

        ProcessBuilder named = bench("DB_URL, DB_USER");
        ChildEnvironment.restrict(named, Set.of("KAFKA_PASSWORD"));
        assertThat(named.environment())
                .containsOnlyKeys("PATH", "LC_ALL", "DB_URL", "KAFKA_PASSWORD", ChildEnvironment.FURTHER);
    }

    @Test
    void shouldTakeACollectorOutOfTheEnvironmentOfACommandWithOne() {
        ProcessBuilder with = new ProcessBuilder("java", "-XX:+UseSerialGC", "Main");
        ProcessBuilder without = new ProcessBuilder("java", "Main");
        for (ProcessBuilder child : List.of(with, without)) {
            child.environment().put("JAVA_TOOL_OPTIONS", "-Xlog:gc -XX:+UseG1GC -Xmx1g");
            ChildEnvironment.restrict(child);
        }

        assertThat(with.environment()).containsEntry("JAVA_TOOL_OPTIONS", "-Xlog:gc  -Xmx1g");
        assertThat(without.environment()).containsEntry("JAVA_TOOL_OPTIONS", "-Xlog:gc -XX:+UseG1GC -Xmx1g");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldKeepSecretsFromServersAndOutOfTheirLogs() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(OtherJvm.command(Parent.class, directory.toString()));
        builder.environment().put("KAFKA_PASSWORD", "secret-of-the-bench");

        assertThat(builder.inheritIO().start().waitFor()).isZero();

        assertThat(Files.readString(directory.resolve("log")))
                .contains("PATH=", "said <redacted>")
                .doesNotContain("KAFKA_PASSWORD", "secret-of-the-bench", "made-for-the-run");
    }

    /** Starts a server that prints its environment and what it was told. */
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            Secrets.hide("made-for-the-run");
            ServerProcess server = new ServerProcess(
                    "server",
                    List.of("sh", "-c", "env; echo said made-for-the-run; cat"),
                    Path.of(arguments[0], "log"));
            server.close();
        }
    }
}
