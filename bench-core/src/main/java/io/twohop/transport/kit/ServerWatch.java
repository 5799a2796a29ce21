package io.twohop.transport.kit;

import io.twohop.transport.Occurrence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Notices that a server, or a service's process, is stopped or ended unasked, and marks it in the flight recording as a cause for
 * messages that waited. It looks a hundred times a second while the server lives, without allocating. Linux reports the state of a process;
 * elsewhere only its end is seen.
 */
public final class ServerWatch {
    private static final long PERIOD_MILLIS = 10;
    private static final int FILE_BYTES = 512;

    private final String name;
    private final ProcessHandle process;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(FILE_BYTES);
    private volatile boolean asked;
    private volatile boolean endedUnasked;
    private volatile boolean pauseAsked;
    private volatile long stoppedNanos;
    private long stoppedBefore;
    private Optional<Stop> still = Optional.empty();

    /** A stop that has not ended yet. */
    private record Stop(Occurrence occurrence, boolean asked, long sinceNanos) {}

    /**
     * Watches a process on a thread of its own until it ends.
     *
     * @param stoppedNanos how long its predecessors were stopped unasked
     */
    public ServerWatch(String name, ProcessHandle process, long stoppedNanos) {
        this.name = name;
        this.process = process;
        this.stoppedNanos = stoppedNanos;
        Thread thread = new Thread(this::watch, "watch-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Announces that the end is wanted. */
    public void endIsAsked() {
        asked = true;
    }

    /** Announces that a pause is wanted, or over. */
    public void pauseIsAsked(boolean asked) {
        pauseAsked = asked;
    }

    /** Returns how long the process and its predecessors have been stopped unasked, in nanoseconds. */
    public long stoppedNanos() {
        return stoppedNanos;
    }

    /** Whether the server ended unasked. */
    boolean endedUnasked() {
        return endedUnasked;
    }

    private void watch() {
        try {
            try (FileChannel state =
                    FileChannel.open(Path.of("/proc", Long.toString(process.pid()), "stat"), StandardOpenOption.READ)) {
                while (process.isAlive() && !asked) {
                    see(isStopped(state));
                    Thread.sleep(PERIOD_MILLIS);
                }
            } catch (IOException e) {
                // It has ended, or this is no Linux.
                process.onExit().join();
            }
            see(false);
            awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void see(boolean stopped) {
        if (stopped && still.isEmpty()) {
            still = Optional.of(new Stop(Occurrence.begin(name + " was stopped"), pauseAsked, System.nanoTime()));
            stoppedBefore = stoppedNanos;
        } else if (still.isPresent()) {
            Stop stop = still.get();
            if (!stop.asked()) {
                // Also while it lasts: the run may end before.
                stoppedNanos = stoppedBefore + System.nanoTime() - stop.sinceNanos();
            }
            if (!stopped) {
                stop.occurrence().over();
                still = Optional.empty();
            }
        }
    }

    private void awaitEnd() throws InterruptedException {
        Occurrence gone = Occurrence.begin(name + " had ended");
        if (!asked) {
            endedUnasked = true;
            while (!asked) {
                Thread.sleep(PERIOD_MILLIS);
            }
            gone.over();
        }
    }

    /** The state is one letter after the name, which is in parentheses and may hold anything. */
    private boolean isStopped(FileChannel stat) throws IOException {
        buffer.clear();
        stat.read(buffer, 0);
        buffer.flip();
        int at = buffer.limit() - 1;
        while (at > 0 && buffer.get(at) != ')') {
            at--;
        }
        return at + 2 < buffer.limit() && (buffer.get(at + 2) == 'T' || buffer.get(at + 2) == 't');
    }
}
