package io.twohop.event;

import io.twohop.config.ConfigException;
import io.twohop.config.Size;
import io.twohop.config.Texts;
import io.twohop.workload.EventOptions;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The bytes of a user's own messages, which a workload's {@code event.file} names. They are sent unchanged, one after the other and then
 * again from the first. Several producers begin with different messages. Files are read once, on creation. Immutable.
 */
public final class Samples implements EventType<ByteBuffer> {
    private static final String KEY = "event.file";
    private static final int MOST = 10_000;
    private static final long MOST_BYTES = 256 << 20;

    private final List<Path> files;
    private final ByteBuffer pool;
    private final int[] starts;
    private final int[] sizes;
    private final String sha256;

    private Samples(List<Path> files) throws IOException {
        this.files = files;
        starts = new int[files.size()];
        sizes = new int[files.size()];
        long all = 0;
        for (int i = 0; i < sizes.length; i++) {
            starts[i] = (int) all;
            sizes[i] = size(files.get(i));
            all += sizes[i];
            if (all > MOST_BYTES) {
                throw ConfigException.invalid(
                        KEY,
                        files.get(i),
                        Texts.format("files of %,d bytes in all at most; it is one too many", MOST_BYTES));
            }
        }
        pool = ByteBuffer.allocateDirect((int) all).order(ByteOrder.nativeOrder());
        MessageDigest whole = sha256();
        for (int i = 0; i < sizes.length; i++) {
            read(files.get(i), pool.limit(starts[i] + sizes[i]).position(starts[i]));
            ByteBuffer bytes = pool.duplicate().position(starts[i]);
            // Of one file, what sha256sum prints; of several, the digest of their digests.
            if (sizes.length == 1) {
                whole.update(bytes);
            } else {
                MessageDigest single = sha256();
                single.update(bytes);
                whole.update(single.digest());
            }
        }
        sha256 = HexFormat.of().formatHex(whole.digest());
    }

    /**
     * Reads a file, or the files of a directory.
     *
     * @throws ConfigException for a missing file, and for bytes that differ from the options
     */
    public static Samples read(EventOptions options) {
        Path file = options.file();
        try {
            Samples samples = new Samples(files(file));
            if (options.sha256() != null && !options.sha256().equals(samples.sha256)) {
                throw ConfigException.invalid(
                        KEY,
                        file,
                        "the bytes of event.sha256, " + options.sha256() + "; these have " + samples.sha256
                                + ". Restore them, or leave event.sha256 out");
            }
            return samples;
        } catch (IOException e) {
            throw ConfigException.invalid(KEY, file, "files that can be read: " + e);
        }
    }

    private static List<Path> files(Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            return List.of(file);
        }
        if (!Files.isDirectory(file)) {
            throw ConfigException.invalid(
                    KEY,
                    file,
                    "a file, or a directory of files, that exists on each machine that sends, serves or starts runs");
        }
        List<Path> files;
        try (Stream<Path> found = Files.list(file)) {
            files = found.filter(path -> !path.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
        if (files.isEmpty() || files.size() > MOST) {
            throw ConfigException.invalid(
                    KEY, file, Texts.format("a directory of 1 to %,d files; it has %,d", MOST, files.size()));
        }
        return files;
    }

    private static int size(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw ConfigException.invalid(KEY, file, "a file; a directory of samples has nothing else");
        }
        long bytes = Files.size(file);
        if (bytes < 1 || bytes > Size.MAX_BYTES) {
            throw ConfigException.invalid(
                    KEY, file, Texts.format("a file of 1 to %,d bytes; it has %,d", Size.MAX_BYTES, bytes));
        }
        return (int) bytes;
    }

    private static void read(Path file, ByteBuffer into) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            while (into.hasRemaining()) {
                if (channel.read(into) < 0) {
                    throw new EOFException(file + " has become shorter");
                }
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has it", e);
        }
    }

    @Override
    public String name() {
        return "file";
    }

    @Override
    public String description() {
        return Texts.format("%,d samples of %,d to %,d bytes", count(), leastBytes(), maxBytes());
    }

    @Override
    public Class<ByteBuffer> eventClass() {
        return ByteBuffer.class;
    }

    /** Returns the number of messages. */
    public int count() {
        return sizes.length;
    }

    /** Returns the file of a message, from 0 in the order of sending. */
    public Path file(int sample) {
        return files.get(sample);
    }

    /** Returns where a message begins in {@link #bytes}. */
    public int start(int sample) {
        return starts[sample];
    }

    /** Returns the size of a message in bytes. */
    public int size(int sample) {
        return sizes[sample];
    }

    /** Returns a read-only view of the bytes of all messages. */
    public ByteBuffer bytes() {
        return pool.asReadOnlyBuffer().clear();
    }

    /** Returns the size of the smallest message. */
    public int leastBytes() {
        int least = Integer.MAX_VALUE;
        for (int size : sizes) {
            least = Math.min(least, size);
        }
        return least;
    }

    @Override
    public int maxBytes() {
        int most = 0;
        for (int size : sizes) {
            most = Math.max(most, size);
        }
        return most;
    }

    /** Returns the mean size. */
    public double meanBytes() {
        return (double) pool.capacity() / sizes.length;
    }

    @Override
    public int typicalBytes() {
        return (int) Math.ceil(meanBytes());
    }

    /** Returns the digest of the file, or of several files the digest of their digests in order. */
    public String digest() {
        return sha256;
    }

    @Override
    public EventSource<ByteBuffer> source(long seed) {
        ByteBuffer own = pool.duplicate().order(ByteOrder.nativeOrder());
        long first = Math.floorMod(seed, (long) sizes.length);
        return (sequence, intendedNanos) -> {
            int sample = (int) ((first + sequence) % sizes.length);
            return own.limit(starts[sample] + sizes[sample]).position(starts[sample]);
        };
    }
}
