package io.twohop.machine;

import io.twohop.result.Environment;
import io.twohop.result.Storage;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.FileStore;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Describes this process, its machine, and where its data lies. */
public final class ThisProcess {
    private static final Path CLOCK_SOURCE =
            Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    private static final int CLOCK_READINGS = 100_000;
    private static final String UNKNOWN = "unknown";

    private ThisProcess() {}

    /**
     * Describes this process and its machine.
     *
     * @param dataDirectory existing directory of the run's data
     */
    public static Environment environment(Path dataDirectory) {
        return new Environment(
                System.getProperty("java.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                jars(System.getProperty("java.class.path", "")),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("os.version"),
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory(),
                clockSource(),
                nanoTimeCost(),
                HandOver.nanos(Runtime.getRuntime().availableProcessors()),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                MachineProbe.machine(),
                storage(dataDirectory).orElse(null));
    }

    /** Returns the path of the {@code java} command that runs this JVM. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns the kernel's clock source. */
    public static String clockSource() {
        return ControlGroups.text(CLOCK_SOURCE).orElse(UNKNOWN);
    }

    /** Returns the file system of a directory that exists; empty if the system does not name it. */
    public static Optional<Storage> storage(Path directory) {
        try {
            FileStore store = Files.getFileStore(directory);
            return Optional.of(new Storage(store.type(), store.name(), store.getUsableSpace()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the names of a class path's jars, which contain the versions of libraries. A manifest may name jars that are elsewhere, or
     * another version of one that is here: the JVM ignores those that do not exist.
     */
    static List<String> jars(String classPath) {
        Set<String> names = new LinkedHashSet<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            names.add(String.valueOf(path.getFileName()));
            if (Files.isRegularFile(path)) {
                named(path).filter(Files::exists).forEach(jar -> names.add(String.valueOf(jar.getFileName())));
            }
        }
        return List.copyOf(names);
    }

    /** Returns the jars that a jar's manifest names, by addresses relative to the jar's own. */
    private static Stream<Path> named(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            URI own = jar.toUri();
            return Optional.ofNullable(file.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
                    .stream()
                    .flatMap(names -> Stream.of(names.strip().split(" +")))
                    .flatMap(name -> at(own, name).stream());
        } catch (IOException e) {
            return Stream.of();
        }
    }

    /** Returns the file of an address; empty if it is none of a file. */
    private static Optional<Path> at(URI jar, String name) {
        try {
            return Optional.of(Path.of(jar.resolve(name)));
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            return Optional.empty();
        }
    }

    private static String cpuModel() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException | UncheckedIOException e) {
            return UNKNOWN;
        }
    }

    private static double nanoTimeCost() {
        long start = System.nanoTime();
        long last = start;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            last = System.nanoTime();
        }
        return (last - start) / (double) CLOCK_READINGS;
    }
}
