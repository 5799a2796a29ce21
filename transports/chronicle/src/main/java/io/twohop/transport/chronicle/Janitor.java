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

/** The thread that deletes rolled files once every reader has passed them, which bounds a long run's disk space. */
final class Janitor implements Runnable, AutoCloseable {
    static final String NAME = "chronicle-janitor";

    private static final long PERIOD_MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final Map<String, QueueFiles> queues;
    private final Thread thread = new Thread(this, NAME);
    private volatile boolean closed;

    Janitor(Map<String, QueueFiles> queues) {
        this.queues = queues;
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

    private static void deletePassed(QueueFiles queue) {
        queue.oldestNeeded().ifPresent(oldestNeeded -> deletePassed(queue, oldestNeeded));
    }

    private static void deletePassed(QueueFiles queue, String oldestNeeded) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(queue.path(), "*" + QueueFiles.SUFFIX)) {
            for (Path file : files) {
                // Names are times, so their order is the order of the cycles.
                if (file.getFileName().toString().compareTo(oldestNeeded) < 0) {
                    Occurrence deletion = Occurrence.begin("deletion of a rolled queue file");
                    Files.deleteIfExists(file);
                    deletion.over();
                }
            }
        } catch (IOException e) {
            System.err.println("rolled files in " + queue.path() + " could not be deleted: " + e);
        }
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
