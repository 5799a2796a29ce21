package io.twohop.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A file of counts that Linux keeps for each thread of this process; knows no thread elsewhere. Reading allocates nothing. One
 * thread.
 */
abstract class ThreadFiles implements Closeable {
    private static final int NAME_LENGTH = 15;
    private static final int FILE_BYTES = 512;

    private final List<String> threads = new ArrayList<>();
    private final List<FileChannel> files = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(FILE_BYTES);

    /**
     * Finds the threads.
     *
     * @param proc /proc
     * @param names of threads that run
     * @param file of each thread
     */
    ThreadFiles(Path proc, List<String> names, String file) {
        this(
                proc,
                (String name) -> names.stream()
                        .filter(wanted -> wanted.substring(0, Math.min(wanted.length(), NAME_LENGTH))
                                .equals(name))
                        .findFirst()
                        .orElse(null),
                file);
    }

    /**
     * Finds the threads.
     *
     * @param proc /proc
     * @param called maps the name that Linux keeps of a thread to the name to use; null for one that is not wanted
     * @param file of each thread
     */
    ThreadFiles(Path proc, UnaryOperator<String> called, String file) {
        try (Stream<Path> tasks = Files.list(proc.resolve("self/task"))) {
            for (Path task : tasks.toList()) {
                String name = Files.readString(task.resolve("comm")).strip();
                String wanted = called.apply(name);
                if (wanted != null) {
                    files.add(FileChannel.open(task.resolve(file), StandardOpenOption.READ));
                    threads.add(wanted);
                }
            }
        } catch (IOException e) {
            close();
        }
    }

    /** How many were found. */
    public final int threads() {
        return threads.size();
    }

    final String name(int thread) {
        return threads.get(thread);
    }

    /** Reads the counts of a thread; false once it has ended. */
    public final boolean read(int thread) {
        try {
            buffer.clear();
            files.get(thread).read(buffer, 0);
            buffer.flip();
            parse();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Takes the counts from the file. */
    abstract void parse();

    /** The next number of the file; 0 at its end. */
    final long number() {
        return number(buffer);
    }

    /** The next number of digits; 0 at the end. */
    static long number(ByteBuffer buffer) {
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

    /** Skips what stands before the last occurrence of a character, and the blank after it. */
    final void skipPast(char last) {
        int at = buffer.limit() - 1;
        while (at > 0 && buffer.get(at) != last) {
            at--;
        }
        buffer.position(Math.min(at + 2, buffer.limit()));
    }

    /** Whether a character is next. */
    final boolean isNext(char expected) {
        return buffer.hasRemaining() && buffer.get(buffer.position()) == expected;
    }

    /** Skips words. */
    final void skipWords(int words) {
        for (int left = words; left > 0 && buffer.hasRemaining(); ) {
            if (buffer.get() == ' ') {
                left--;
            }
        }
    }

    @Override
    public final void close() {
        for (FileChannel file : files) {
            try {
                file.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
        files.clear();
        threads.clear();
    }
}
