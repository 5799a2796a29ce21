package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that the bench was not built with, from a directory of classes, with a library of its own in a jar. */
@Timeout(120)
class OwnClassesTest {
    private static final Path API = Path.of(System.getProperty("twohop.home"), "bench-api/target/classes");

    @TempDir
    Path directory;

    @BeforeEach
    void compile() throws IOException {
        compile("lib", "com.example.Limits", "public class Limits { public static final long most() { return 7; } }");
        jar("lib", "com/example/Limits.class");
        compile("classes", "com.example.RiskCheck", """
                public class RiskCheck implements io.twohop.event.Microservice<io.twohop.event.OrderEvent, io.twohop.event.OrderEvent> {
                    private long calls;

                    public void onEvent(io.twohop.event.OrderEvent order,
                            java.util.function.Consumer<? super io.twohop.event.OrderEvent> out) {
                        if (calls++ % 100 < Limits.most()) {
                            return;
                        }
                        out.accept(order);
                    }
                }
                """);
        Files.delete(directory.resolve("lib/com/example/Limits.class"));
        Files.writeString(directory.resolve("own.yaml"), """
                rate: 1k
                warmup: 0s
                duration: 1s
                drain: 1s
                floor: 0s
                service: com.example.RiskCheck
                """);
    }

    private void compile(String into, String name, String body) throws IOException {
        int dot = name.lastIndexOf('.');
        Path source = directory.resolve(name.substring(dot + 1) + ".java");
        Files.writeString(source, dot < 0 ? body : "package " + name.substring(0, dot) + ";\n" + body);
        Path classes = Files.createDirectories(directory.resolve(into));
        String path = API + ":" + directory.resolve("lib") + ":" + classes;
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", classes.toString(), "-cp", path, source.toString());
        assertThat(status).isZero();
    }

    private void jar(String into, String entry) throws IOException {
        Path file = directory.resolve(into).resolve("limits.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new JarEntry(entry));
            Files.copy(directory.resolve(into).resolve(entry), jar);
        }
    }

    private BenchProcess bench(String... arguments) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("-Dworkload=own.yaml", BenchProcess.FIRST_COMPILER, BenchProcess.UNRECORDED));
        all.addAll(List.of(arguments));
        BenchProcess bench = BenchProcess.jar(directory, all.toArray(String[]::new));
        bench.exitCode();
        return bench;
    }

    @Test
    void shouldMeasureAServiceOfTheUsers() throws Exception {
        BenchProcess bench = bench("--classpath", "classes:lib/*", "loopback.yaml");

        assertThat(bench.err()).doesNotContain("Exception");
        JsonNode accounting = bench.resultJson().at("/accounting");
        assertThat(accounting.at("/sent").asLong()).as("%s", accounting).isEqualTo(1_000);
        assertThat(accounting.at("/received").asLong()).isEqualTo(930);
        assertThat(bench.said()).contains("the service left 70 events without an answer");
    }

    @Test
    void shouldGiveAgentsOnThisMachineTheUsersClasses() throws Exception {
        BenchProcess bench = bench("--classpath", "classes:lib/*", "--agents", "local", "nats.yaml");

        assertThat(bench.resultJson().at("/accounting/received").asLong())
                .as(bench.said())
                .isEqualTo(930);
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        assertRefused(
                bench("-Dsize=64", "--classpath", "classes:lib/*", "--dry-run", "loopback.yaml"),
                "service: com.example.RiskCheck (expected: a Microservice of ByteBuffer, which size sends;"
                        + " this one takes OrderEvent, so leave size out)");
        assertRefused(
                call(),
                "service: com.example.RiskCheck (expected: a class on the class path, with its package;"
                        + " --classpath adds its directory or jar)");
        assertRefused(
                call("--classpath", directory.resolve("clases") + ":" + directory.resolve("lib/*")),
                "--classpath: " + directory.resolve("clases")
                        + " (expected: a directory of classes, a jar, or lib/* for all jars; did you mean '"
                        + directory.resolve("classes") + "'?)");
        Path file = Files.createFile(directory.resolve("neither-classes-nor-jar.xml"));
        assertRefused(
                call("--classpath", file.toString()),
                "--classpath: " + file + " (expected: a directory of classes, a jar, or lib/* for all jars)");
        String without = directory.resolve("classes") + "/*";
        assertRefused(
                call("--classpath", without), "--classpath: " + without + " (expected: a directory with a jar in it)");
        assertThat(directory.resolve("results")).doesNotExist();
    }

    private BenchCall call(String... arguments) {
        List<String> all = new ArrayList<>(List.of("-Dworkload=" + directory.resolve("own.yaml"), "loopback.yaml"));
        all.addAll(List.of(arguments));
        return BenchCall.of(directory, all.toArray(String[]::new));
    }

    private static void assertRefused(Bench bench, String message) throws Exception {
        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains(message);
    }

    @Test
    void shouldMeasureAServiceOfTheUnnamedPackage() throws Exception {
        compile("classes", "Echo", """
                public class Echo implements io.twohop.event.Microservice<Object, Object> {
                    public void onEvent(Object event, java.util.function.Consumer<? super Object> out) {
                        out.accept(event);
                    }
                }
                """);
        Files.copy(directory.resolve("own.yaml"), directory.resolve("classes/packed.yaml"));

        BenchProcess bench = BenchProcess.jar(
                directory,
                "-Dworkload=packed.yaml",
                "-Dservice=Echo",
                "--classpath",
                "classes",
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED,
                "loopback.yaml");

        bench.assertMeasured();
        assertThat(bench.resultJson().at("/accounting/received").asLong()).isEqualTo(1_000);
    }

    @Test
    void shouldListProvidersClassesAndWorkloadsOfTheUsers() throws Exception {
        compile("classes", "com.example.Hidden", """
                public class Hidden implements io.twohop.event.ServiceProvider {
                    static {
                        System.out.println("initialized");
                    }

                    private Hidden() {}

                    public String name() {
                        return "hidden";
                    }

                    public String description() {
                        return "";
                    }

                    public io.twohop.event.Microservice<?, ?> service() {
                        return null;
                    }
                }
                """);
        Files.copy(directory.resolve("own.yaml"), directory.resolve("classes/budget.yaml"));
        Files.writeString(directory.resolve("classes/application.yaml"), "spring: {rate: 1}");
        Files.writeString(directory.resolve("classes/broken.yaml"), "rate: [");
        Files.createFile(directory.resolve("classes/empty.yaml"));

        Path services = Files.createDirectories(directory.resolve("classes/META-INF/services"));
        compile("classes", "com.example.Named", """
                public class Named implements io.twohop.event.ServiceProvider {
                    public String name() {
                        return "risk-check";
                    }

                    public String description() {
                        return "answers most";
                    }

                    public io.twohop.event.Microservice<?, ?> service() {
                        return new RiskCheck();
                    }
                }
                """);
        Files.writeString(services.resolve("io.twohop.event.ServiceProvider"), "com.example.Named\n");

        BenchProcess list = BenchProcess.jar(directory, "list", "--classpath", "classes:lib/*");

        assertThat(list.exitCode()).isZero();
        assertThat(list.out())
                .containsPattern("risk-check +answers most")
                .containsPattern("com.example.RiskCheck +\\[classes]")
                .containsPattern("budget.yaml +\\[classes]")
                .doesNotContain(
                        "Named", "Hidden", "initialized", "Limits", "application.yaml", "broken.yaml", "empty.yaml");
    }
}
