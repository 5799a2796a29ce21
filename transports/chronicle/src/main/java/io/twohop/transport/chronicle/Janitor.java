package io.twohop.transport.chronicle;

import io.twohop.transport.Occurrence;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The thread that deletes rolled files once space runs short and every reader has passed them, which bounds a long run's
 * disk space. Deleting a file of a gigabyte takes the kernel 80 to 217 ms, so most runs delete nothing before they end.
 */
final class Janitor implements Runnable, AutoCloseable {
    static final String NAME = "chronicle-janitor";

    private static final long PERIOD_MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final Map<String, QueueFiles> queues;
    private final FreeSpace space;
    private final long leastBytes;
    private final Thread thread = new Thread(this, NAME);
    private volatile boolean closed;

    /** Measures the space that files may still take. */
    interface FreeSpace {
        long bytes() throws IOException;
    }

    /** @param leastBytes free space to keep */
    Janitor(Map<String, QueueFiles> queues, FreeSpace space, long leastBytes) {
        this.queues = queues;
        this.space = space;
        this.leastBytes = leastBytes;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                Thread.sleep(PERIOD_MILLIS);
                for (QueueFiles queue : snapshot()) {
                    deletePassed(queue);
                }
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    private List<QueueFiles> snapshot() {
        synchronized (queues) {
            return new ArrayList<>(queues.values());
        }
    }

    private void deletePassed(QueueFiles queue) throws InterruptedException {
        try {
            for (Path file : passed(queue)) {
                long free = space.bytes();
                if (free >= leastBytes) {
                    return;
                }
                Occurrence deletion = Occurrence.begin("deletion of a rolled queue file");
                // A fast run fills the disk faster than pauses allow to free it.
                FileSpace.delete(file, free < leastBytes / 2 ? 0 : FileSpace.PAUSE_MILLIS);
                deletion.over();
            }
        } catch (IOException e) {
            System.err.println("rolled files in " + queue.path() + " could not be deleted: " + e);
        }
    }

    /** Returns the files that every reader has passed, the oldest first. */
    private static List<Path> passed(QueueFiles queue) throws IOException {
        List<Path> passed = new ArrayList<>();
        String oldestNeeded = queue.oldestNeeded().orElse("");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(queue.path(), "*" + QueueFiles.SUFFIX)) {
            for (Path file : files) {
                // Names are times, so their order is the order of the cycles.
                if (file.getFileName().toString().compareTo(oldestNeeded) < 0) {
                    passed.add(file);
                }
            }
        }
        passed.sort(null);
        return passed;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
