package io.twohop.transport.chronicle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.posix.OpenFlag;
import net.openhft.posix.PosixAPI;

/** The disk space of an open file, on Linux, elsewhere nothing. One thread. */
final class FileSpace implements AutoCloseable {
    /** Flags of {@code fallocate}, from {@code linux/falloc.h}. */
    private static final int KEEP_SIZE = 1;

    private static final int PUNCH_HOLE = 2;

    private static final int STEP_BYTES = 4 << 20;
    /** Pause between two steps, unless space is about to end. */
    static final long PAUSE_MILLIS = 4;

    private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

    private final int descriptor;

    private FileSpace(int descriptor) {
        this.descriptor = descriptor;
    }

    static FileSpace of(Path file) {
        return new FileSpace(IS_LINUX ? PosixAPI.posix().open(file.toString(), OpenFlag.O_RDWR, 0) : -1);
    }

    /**
     * Deletes a file: first its name, then its pages in steps that leave measuring threads their cores. Threads that
     * still have pages mapped read zeros; after a truncation, a signal would kill the JVM.
     *
     * @param pauseMillis after each step of 4 MiB
     */
    static void delete(Path file, long pauseMillis) throws IOException, InterruptedException {
        long bytes = Files.size(file);
        try (FileSpace space = of(file)) {
            Files.deleteIfExists(file);
            for (long at = 0; at < bytes && space.change(PUNCH_HOLE | KEEP_SIZE, at, STEP_BYTES); at += STEP_BYTES) {
                Thread.sleep(pauseMillis);
            }
        }
    }

    /**
     * Reserves disk space for a part of the file, without a change of its length.
     *
     * @return false if the file system cannot, or is full
     */
    boolean allocate(long position, long bytes) {
        return change(KEEP_SIZE, position, bytes);
    }

    private boolean change(int flags, long position, long bytes) {
        return descriptor >= 0 && PosixAPI.posix().fallocate(descriptor, flags, position, bytes) == 0;
    }

    @Override
    public void close() {
        if (descriptor >= 0) {
            PosixAPI.posix().close(descriptor);
        }
    }
}
