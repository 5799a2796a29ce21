package io.twohop.agents;

import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.PurgeOptions;
import io.nats.client.api.MessageInfo;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of an agent's part of a fork, which pass through the control server in pieces, one message each. */
final class PartFiles {
    private static final Pattern FILE = Pattern.compile("\\w[\\w.-]*");

    /** Header of a piece: the name of its file. */
    static final String NAME = "twohop-file";

    /** Header of a piece: its place in the file, in bytes; a piece without bytes ends the file. */
    static final String OFFSET = "twohop-offset";

    private static final int PIECE_BYTES = 128 << 10;
    private static final int MOST_FILES = 1_000;
    private static final int NOT_FOUND = 404;
    private static final int MEBIBYTE = 1 << 20;

    /** Limit on all files of a part: many times what an hour's histograms and a flight recording take. */
    private static final long MOST_BYTES = 2_048L * MEBIBYTE;

    private final Control control;
    private final int agent;
    private final String subject;
    private final long mostBytes;

    PartFiles(Control control, String call, int attempt, int agent) {
        this(control, call, attempt, agent, MOST_BYTES);
    }

    PartFiles(Control control, String call, int attempt, int agent, long mostBytes) {
        this.control = control;
        this.agent = agent;
        this.subject = Control.RESULT + call + "." + attempt + "." + agent;
        this.mostBytes = mostBytes;
    }

    /** Hands over all files of a directory. */
    void store(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            JetStream stream = control.connection().jetStream();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (InputStream content = Files.newInputStream(file)) {
                    store(file.getFileName().toString(), content, stream);
                }
            }
        } catch (IOException | JetStreamApiException e) {
            throw new IOException("what was measured could not be handed over; it is in " + directory + ": " + e, e);
        }
    }

    private void store(String name, InputStream content, JetStream stream) throws IOException, JetStreamApiException {
        long offset = 0;
        byte[] piece;
        do {
            piece = content.readNBytes(PIECE_BYTES);
            stream.publish(subject, new Headers().put(NAME, name).put(OFFSET, Long.toString(offset)), piece);
            offset += piece.length;
        } while (piece.length > 0);
    }

    /**
     * Moves the files from the control server into a directory, under the agent's name, and returns the paths of the whole ones.
     *
     * @throws IOException also if the agent has handed over more than is taken
     */
    List<Path> take(Path directory) throws IOException {
        Map<String, Long> lengths = new LinkedHashMap<>();
        List<Path> whole = new ArrayList<>();
        try {
            JetStreamManagement streams = control.results();
            long bytes = 0;
            Optional<MessageInfo> next = next(streams, 1);
            while (next.isPresent()) {
                byte[] piece = Optional.ofNullable(next.get().getData()).orElse(new byte[0]);
                bytes += piece.length;
                if (bytes > mostBytes || lengths.size() > MOST_FILES) {
                    forget(streams);
                    throw new IOException(String.format(
                            Locale.ROOT,
                            "it hands over %,d files and more than %,d MiB (expected: at most %,d files of together %,d MiB)",
                            lengths.size(),
                            bytes / MEBIBYTE,
                            MOST_FILES,
                            mostBytes / MEBIBYTE));
                }
                place(next.get(), piece, directory, lengths).ifPresent(whole::add);
                next = next(streams, next.get().getSeq() + 1);
            }
            forget(streams);
            return whole;
        } catch (JetStreamApiException e) {
            throw new IOException("what it measured cannot be had: " + e.getMessage(), e);
        }
    }

    /** Adds a piece to its file, and returns the file if that was its end. A piece that arrived twice, and one of no file, is left out. */
    private Optional<Path> place(MessageInfo message, byte[] piece, Path directory, Map<String, Long> lengths)
            throws IOException {
        // Any holder of an agent's key can hand over anything, under any name.
        Headers headers = Optional.ofNullable(message.getHeaders()).orElse(new Headers());
        String name = String.valueOf(headers.getFirst(NAME));
        long length = lengths.getOrDefault(name, 0L);
        if (!FILE.matcher(name).matches() || !Long.toString(length).equals(headers.getFirst(OFFSET))) {
            return Optional.empty();
        }
        Path target = directory.resolve(title(name));
        if (length == 0) {
            Files.deleteIfExists(target);
        }
        Files.write(target, piece, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        lengths.put(name, length + piece.length);
        return piece.length == 0 ? Optional.of(target) : Optional.empty();
    }

    private Optional<MessageInfo> next(JetStreamManagement streams, long sequence)
            throws IOException, JetStreamApiException {
        try {
            return Optional.of(streams.getNextMessage(Control.RESULTS, sequence, subject));
        } catch (JetStreamApiException e) {
            if (e.getErrorCode() == NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private void forget(JetStreamManagement streams) throws IOException, JetStreamApiException {
        streams.purgeStream(Control.RESULTS, PurgeOptions.subject(subject));
    }

    /** Returns the name of an agent's file next to those of other agents. */
    String title(String file) {
        return "agent-" + agent + "-" + file;
    }
}
