package io.twohop.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads files in which Linux counts. The files stay open, and reading allocates nothing, except for a file that outgrows the
 * buffer. One thread.
 */
final class CountReader {
    private static final int FILE_BYTES = 512;

    private ByteBuffer buffer = ByteBuffer.allocateDirect(FILE_BYTES);

    /** Opens a file; empty if it does not exist, or belongs to another user. */
    static Optional<FileChannel> open(Path file) {
        try {
            return Optional.of(FileChannel.open(file, StandardOpenOption.READ));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static void close(FileChannel file) {
        try {
            file.close();
        } catch (IOException e) {
            // It was only read.
        }
    }

    /** Returns the entries of a directory; none if Linux does not have it, or no more. */
    static List<Path> entries(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** Reads the beginning of a file; returns false once there is nothing to read. */
    boolean read(FileChannel file) {
        try {
            buffer.clear();
            boolean isRead = file.read(buffer, 0) > 0;
            buffer.flip();
            return isRead;
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads a file of any length; returns false if it cannot be read. */
    boolean readAll(FileChannel file) {
        try {
            buffer.clear();
            while (file.read(buffer, buffer.position()) > 0) {
                if (!buffer.hasRemaining()) {
                    // The next read begins at the beginning again.
                    buffer = ByteBuffer.allocateDirect(2 * buffer.capacity());
                }
            }
            buffer.flip();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    boolean hasMore() {
        return buffer.hasRemaining();
    }

    /** Returns the next number of digits; 0 at the end. */
    long number() {
        long number = 0;
        while (buffer.hasRemaining()) {
            int digit = buffer.get() - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    boolean isNext(char expected) {
        return buffer.hasRemaining() && buffer.get(buffer.position()) == expected;
    }

    /** Skips the text before the last occurrence of a character, and the blank after it. */
    void skipPast(char last) {
        int at = buffer.limit() - 1;
        while (at > 0 && buffer.get(at) != last) {
            at--;
        }
        buffer.position(Math.min(at + 2, buffer.limit()));
    }

    /** Skips as many occurrences of a character, each with the text before it. */
    void skip(int times, char separator) {
        for (int left = times; left > 0 && buffer.hasRemaining(); ) {
            if (buffer.get() == separator) {
                left--;
            }
        }
    }

    void skip(int characters) {
        buffer.position(Math.min(buffer.limit(), buffer.position() + characters));
    }

    void skipBlanks() {
        while (isNext(' ')) {
            buffer.get();
        }
    }
}
