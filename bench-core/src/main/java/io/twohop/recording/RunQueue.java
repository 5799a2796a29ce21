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
 * How long threads of this process were ready to run and had no CPU, as Linux counts it in {@code schedstat}; knows no
 * thread elsewhere. Reading allocates nothing. One thread.
 */
public final class RunQueue implements Closeable {
    private static final int NAME_LENGTH = 15;
    private static final int FILE_BYTES = 128;

    private final List<String> threads = new ArrayList<>();
    private final List<FileChannel> files = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(FILE_BYTES);
    private long ranNanos;
    private long waitedNanos;
    private long turns;

    /**
     * Finds the threads.
     *
     * @param proc /proc
     * @param names of threads that run
     */
    public RunQueue(Path proc, List<String> names) {
        this(
                proc,
                (String name) -> names.stream()
                        .filter(wanted -> wanted.substring(0, Math.min(wanted.length(), NAME_LENGTH))
                                .equals(name))
                        .findFirst()
                        .orElse(null));
    }

    /**
     * Finds the threads.
     *
     * @param proc /proc
     * @param called what to call a thread, for what Linux keeps of its name; null for one that is not wanted
     */
    RunQueue(Path proc, UnaryOperator<String> called) {
        try (Stream<Path> tasks = Files.list(proc.resolve("self/task"))) {
            for (Path task : tasks.toList()) {
                String name = Files.readString(task.resolve("comm")).strip();
                String wanted = called.apply(name);
                if (wanted != null) {
                    files.add(FileChannel.open(task.resolve("schedstat"), StandardOpenOption.READ));
                    threads.add(wanted);
                }
            }
        } catch (IOException e) {
            close();
        }
    }

    /** How many were found. */
    public int threads() {
        return threads.size();
    }

    String name(int thread) {
        return threads.get(thread);
    }

    /** Reads the counts of a thread; false once it has ended. */
    public boolean read(int thread) {
        try {
            buffer.clear();
            files.get(thread).read(buffer, 0);
            buffer.flip();
            ranNanos = number();
            waitedNanos = number();
            turns = number();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** How long the thread that was read has run since it started. */
    long ranNanos() {
        return ranNanos;
    }

    /** How long the thread that was read has waited for a CPU since it started. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** How often the thread that was read has got a CPU since it started. */
    long turns() {
        return turns;
    }

    private long number() {
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

    @Override
    public void close() {
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
