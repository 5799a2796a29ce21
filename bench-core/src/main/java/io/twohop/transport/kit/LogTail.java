package io.twohop.transport.kit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The end of a process's log. */
public final class LogTail {
    private static final int BYTES = 64 << 10;
    private static final int LINES = 3;

    /** Marks lines of the JVM's own log. */
    private static final String JVM_LOG = "][info][";

    private static final List<String> SERIOUS = List.of("ERROR", "FATAL", "[ERR]", "[FTL]", "-server:", "Exception");

    /** Marks lines that follow from a failure, such as those of a shutdown, and a heading of Redis, whose lines below say more. */
    private static final List<String> IN_PASSING = List.of(" INFO ", " DEBUG ", "*** FATAL CONFIG");

    private static final Pattern UNKNOWN_HOST = Pattern.compile("java\\.net\\.UnknownHostException: ([^\\s:]+)");

    private LogTail() {}

    /** Returns the last lines; the first may be cut off. */
    public static String read(Path log) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(log.toFile(), "r")) {
            long start = Math.max(0, in.length() - BYTES);
            byte[] bytes = new byte[(int) (in.length() - start)];
            in.seek(start);
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Returns the last line about an error, or the last lines, in one line. */
    public static String lastWords(Path log) {
        try {
            List<String> lines = read(log)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.contains(JVM_LOG))
                    .toList();
            List<String> errors =
                    lines.stream().filter(LogTail::speaksOfAnError).toList();
            List<String> chosen = errors.isEmpty() ? lines : errors;
            return String.join(" | ", chosen.subList(Math.max(0, chosen.size() - LINES), chosen.size()));
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }

    /**
     * Returns the names of hosts that a client's log says are unknown. Kafka's client logs which advertised listener does not resolve,
     * but reports a timeout only.
     */
    public static Set<String> unknownHosts(Path log) throws IOException {
        return UNKNOWN_HOST
                .matcher(read(log))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean speaksOfAnError(String line) {
        return SERIOUS.stream().anyMatch(line::contains) && IN_PASSING.stream().noneMatch(line::contains);
    }
}
