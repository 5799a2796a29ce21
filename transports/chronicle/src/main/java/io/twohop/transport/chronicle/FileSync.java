package io.twohop.transport.chronicle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.queue.ExcerptAppender;

/**
 * Syncs an appender's file. Chronicle's own {@code sync()} covers the current block but neither the previous one nor
 * the first, does nothing by default, and only logs a failure. One thread at a time.
 */
class FileSync implements AutoCloseable {
    private final ExcerptAppender appender;
    private FileChannel file;
    private int cycle;

    FileSync(ExcerptAppender appender) {
        this.appender = appender;
    }

    /** Notes a message: at the start of a new file, the former one is synced. */
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

    /** Waits until every byte of the file is on disk, whichever mapping wrote it. */
    void sync() {
        try {
            file.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException("the disk did not confirm " + appender.currentFile(), e);
        }
    }

    /** Opens a file, and syncs its directory: without that entry, a power failure would lose the file. */
    private void open(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try (FileChannel directory = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.force(false);
            file.close();
            file = null;
        }
    }
}
