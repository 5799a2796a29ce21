package io.twohop.transport.chronicle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.queue.ExcerptAppender;

/**
 * Has the disk confirm what an appender wrote. Not by Chronicle's own {@code sync()}: it covers the block being written
 * but neither the one before nor the file's first block, does nothing unless a mode is set, and only logs a failure.
 * One thread at a time.
 */
class FileSync implements AutoCloseable {
    private final ExcerptAppender appender;
    private FileChannel file;
    private int cycle;

    FileSync(ExcerptAppender appender) {
        this.appender = appender;
    }

    /** Call it after each message: when a new file was begun, the one before is synced at once. */
    void written() {
        if (file == null || cycle != appender.cycle()) {
            try {
                close();
                cycle = appender.cycle();
                open(appender.currentFile().toPath());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Returns once every byte of the file is on disk, whichever mapping wrote it. */
    void sync() {
        try {
            file.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException("the disk did not confirm " + appender.currentFile(), e);
        }
    }

    /** A new file survives a power failure only with its entry in the directory. */
    private void open(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel directory = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /** Syncs the file written last. */
    @Override
    public void close() throws IOException {
        if (file != null) {
            file.force(false);
            file.close();
            file = null;
        }
    }
}
