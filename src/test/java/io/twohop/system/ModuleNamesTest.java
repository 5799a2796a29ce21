package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The project's jars on a module path. */
class ModuleNamesTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));

    @Test
    void shouldHaveNamesOfTheirOwnAndShareNoPackage() throws IOException {
        List<Path> jars = jars();

        List<ModuleDescriptor> modules = ModuleFinder.of(jars.toArray(Path[]::new)).findAll().stream()
                .map(module -> module.descriptor())
                .toList();
        assertThat(modules).hasSize(jars.size()).hasSizeGreaterThan(6);
        assertThat(modules).allSatisfy(module -> assertThat(module.name()).startsWith("io.twohop."));
        assertThat(modules.stream().flatMap(module -> module.packages().stream()))
                .isNotEmpty()
                .doesNotHaveDuplicates();
    }

    /** A fork's class path is complete through manifests: one that names another version of a library would leave it out. */
    @Test
    void shouldNameJarsThatLieBesideThem() throws IOException {
        for (Path jar : jars()) {
            try (JarFile file = new JarFile(jar.toFile())) {
                String names = file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
                assertThat(names == null ? List.of() : List.of(names.split(" ")))
                        .as(jar.toString())
                        .allSatisfy(name ->
                                assertThat(jar.resolveSibling(name.toString())).exists());
            }
        }
    }

    private static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(HOME.resolve("bench-cli/target/lib"))) {
            return Stream.concat(files, Stream.of(HOME.resolve("bench-cli/target/bench.jar")))
                    .filter(ModuleNamesTest::isOurs)
                    .toList();
        }
    }

    private static boolean isOurs(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().anyMatch(entry -> entry.getName().startsWith("io/twohop/"));
        } catch (IOException e) {
            throw new IllegalStateException(jar.toString(), e);
        }
    }
}
