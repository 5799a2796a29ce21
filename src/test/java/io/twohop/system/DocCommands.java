package io.twohop.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the commands of README and docs, each on one line as a shell takes it. */
final class DocCommands {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));

    /** A line of a code block, with a backslash before a line break; a piece of text; or a loop in a code block. */
    private static final Pattern COMMAND =
            Pattern.compile("(?m)^ {4,}(\\./(?:bench|mvnw)(?: (?:[^\\n\\\\]|\\\\\\n)*)?)$|`(\\./(?:bench|mvnw) [^`]*)`"
                    + "|^ {4}(for [^`]*?done)$");

    private static final Pattern NEXT_LINE = Pattern.compile("\\\\?\\n *");
    private static final String BENCH = "./bench ";

    /**
     * A name in commands that cannot run here, since the named thing is missing. No other command is left out.
     *
     * @param named a piece of such commands
     * @param why who has it
     * @param planned whether {@code --dry-run} gets along without it
     */
    record Missing(String named, String why, boolean planned) {}

    static final List<Missing> MISSING = List.of(
            new Missing("--nats tls://control:4222", "a control server, with agents of other hosts", false),
            new Missing("redpanda.yaml", "a broker that somebody else starts, on a fixed port", true),
            new Missing("/dev/shm/aeron-$USER", "a media driver that somebody else starts", false),
            new Missing("bench omb", "a checkout of OpenMessaging Benchmark", false),
            new Missing("doctor --service", "a service that runs on servers of the reader's", false),
            new Missing("=...", "a name that the reader puts in, and CPUs that are isolated", false));

    private DocCommands() {}

    static List<String> all() throws IOException {
        try (Stream<Path> docs = Files.list(HOME.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "examples/README.md")
                                    .map(HOME::resolve),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .flatMap(DocCommands::of)
                    .distinct()
                    .toList();
        }
    }

    private static Stream<String> of(Path file) {
        try {
            return COMMAND
                    .matcher(Files.readString(file))
                    .results()
                    .map(found -> Stream.of(found.group(1), found.group(2), found.group(3))
                            .filter(group -> group != null)
                            .findFirst()
                            .orElseThrow())
                    .map(command -> NEXT_LINE.matcher(command).replaceAll(" ").strip())
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the commands that can measure here. */
    static Stream<String> measuring() throws IOException {
        return bench().filter(DocCommands::measures)
                .filter(command -> missing(command).isEmpty());
    }

    /** Returns the measuring commands for which {@code --dry-run} finds everything here. */
    static Stream<String> planned() throws IOException {
        return bench().filter(DocCommands::measures)
                .filter(command -> missing(command).stream().allMatch(Missing::planned));
    }

    /** Returns the commands that print something and measure nothing. */
    static Stream<String> answering() throws IOException {
        return bench().filter(command -> !measures(command))
                .filter(command -> missing(command).isEmpty());
    }

    private static Stream<String> bench() throws IOException {
        return all().stream().filter(command -> command.contains(BENCH));
    }

    private static boolean measures(String command) {
        return command.contains("-Dworkload=") && !command.contains("--dry-run");
    }

    private static List<Missing> missing(String command) {
        return MISSING.stream()
                .filter(missing -> command.contains(missing.named()))
                .toList();
    }
}
