package io.twohop.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The directory in which a reader of the docs pastes commands: beside the launcher, with the files that the commands name. Some
 * files are links, deleted on close.
 */
final class ReadersDirectory implements AutoCloseable {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));

    /** Files whose contents docs explain. */
    private static final Map<String, String> TRANSPORTS = Map.of(
            "a.yaml", "transport: chronicle\n",
            "b.yaml", "transport: chronicle\n",
            "my-chronicle-shm.yaml", "transport: chronicle\npath: /dev/shm\n",
            "my-kafka.yaml",
                    "transport: kafka\nbroker: external\nbootstrap.servers: one:9093\npartitions: 12\nconsumers: 4\n");

    private static final Path PROCESSES = Path.of("/proc");
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final Path directory;
    private final List<Path> links = new ArrayList<>();

    /** @param classes of docs/your-service.md, and jars that a reader's classes may need */
    ReadersDirectory(Path directory, Path classes, Path jars) throws IOException {
        this.directory = directory;
        link("bench", HOME.resolve("bench"));
        link("workloads", HOME.resolve("workloads"));
        Files.createDirectory(directory.resolve("target"));
        link("target/classes", classes);
        link("target/test-classes", classes);
        link("target/dependency", jars);
        link("lib", jars);
        for (Map.Entry<String, String> file : TRANSPORTS.entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue());
        }
    }

    /** Makes one more link. */
    void link(String name, Path target) throws IOException {
        links.add(Files.createSymbolicLink(directory.resolve(name), target));
    }

    /** Pastes a command there; what it starts inherits the directory's name. */
    BenchProcess paste(String command) throws IOException {
        return BenchProcess.shell(
                directory,
                List.of("XDG_STATE_HOME=" + directory.resolve("state"), "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1"),
                command);
    }

    /** The files there. */
    List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** Returns the files of all runs in shared memory. */
    static List<Path> sharedMemory() throws IOException {
        if (!Files.isDirectory(SHARED_MEMORY)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
            return files.filter(file -> file.getFileName().toString().startsWith("twohop-"))
                    .toList();
        }
    }

    /** The processes, where Linux shows their environment, that a command pasted there has started. */
    List<String> processes() throws IOException {
        if (!Files.isDirectory(PROCESSES)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(PROCESSES)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d+"))
                    .filter(file -> text(file.resolve("environ")).contains(directory.toString()))
                    .map(file -> text(file.resolve("cmdline")).replace('\0', ' '))
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // Another user's process, or one that has ended.
            return "";
        }
    }

    @Override
    public void close() throws IOException {
        for (Path link : links) {
            Files.deleteIfExists(link);
        }
    }
}
