package io.twohop.cli;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The project that {@code bench new} writes: {@code examples/my-benchmark}, which the build packs into this jar, renamed.
 *
 * @param name the project's name
 * @param packageName the package of its classes
 * @param transport the transport file that it measures
 * @param starter the artifact that brings the transport
 * @param isMaven whether it is built by Maven instead of Gradle
 */
record StarterProject(String name, String packageName, String transport, String starter, boolean isMaven) {
    /** The example's package, which {@link #packageName} replaces. */
    static final String PACKAGE = "com.example.orders";

    private static final String NAME = "my-benchmark";
    private static final String TRANSPORT = "chronicle.yaml";
    private static final String STARTER = "bench-starter-chronicle";
    private static final String MAVEN_CLASSES = "target/test-classes:target/classes";
    private static final String GRADLE_CLASSES = "build/classes/java/test:build/classes/java/main";
    private static final String SCHEMA = "schema/workload.json";
    private static final String OWN_SCHEMA = "workload.schema.json";
    private static final String IGNORED = "target/\nbuild/\n.gradle/\nresults/\n";

    private static final List<String> MAVEN = List.of("pom.xml");
    private static final List<String> GRADLE = List.of("settings.gradle.kts", "build.gradle.kts");
    private static final String MAIN = "src/main/java/com/example/orders/";
    private static final String TEST = "src/test/java/com/example/orders/";
    private static final List<String> ALWAYS = List.of(
            "README.md",
            "orders.yaml",
            MAIN + "Order.java",
            MAIN + "RiskEngine.java",
            TEST + "OrderEvents.java",
            TEST + "OrderCodec.java",
            TEST + "RiskService.java",
            TEST + "LatencyBudgetTest.java");

    /**
     * Writes all files or none.
     *
     * @param directory absent or empty
     * @throws ConfigException if the directory has files, or cannot be written
     */
    void write(Path directory) throws IOException {
        checkIsFree(directory);
        Path partial = null;
        try {
            Path parent = Files.createDirectories(directory.toAbsolutePath().getParent());
            partial = Files.createTempDirectory(parent, "." + name + "-");
            for (String file : Stream.concat(ALWAYS.stream(), (isMaven ? MAVEN : GRADLE).stream())
                    .toList()) {
                Path target = partial.resolve(file.replace(PACKAGE.replace('.', '/'), packageName.replace('.', '/')));
                Files.createDirectories(target.getParent());
                Files.writeString(target, renamed(read(NAME + "/" + file)));
            }
            Files.writeString(partial.resolve(OWN_SCHEMA), read(SCHEMA));
            Files.writeString(partial.resolve(".gitignore"), IGNORED);
            Files.deleteIfExists(directory);
            Files.move(partial, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            delete(partial);
            throw ConfigException.invalid("new", directory, "a directory that can be written; " + e);
        }
    }

    private static void checkIsFree(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (Files.isDirectory(directory)) {
            try (Stream<Path> content = Files.list(directory)) {
                if (content.findAny().isEmpty()) {
                    return;
                }
            }
        }
        throw ConfigException.invalid("new", directory, "a directory that is not there, or empty");
    }

    private String renamed(String text) {
        String renamed = text.replace(PACKAGE, packageName)
                .replace(NAME, name)
                .replace(STARTER, starter)
                .replace(TRANSPORT, transport)
                .replace("../../docs/" + SCHEMA, OWN_SCHEMA);
        return isMaven ? renamed : renamed.replace("mvn test", "gradle test").replace(MAVEN_CLASSES, GRADLE_CLASSES);
    }

    private static String read(String file) {
        try (InputStream in = StarterProject.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path partial) throws IOException {
        if (partial == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(partial)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
