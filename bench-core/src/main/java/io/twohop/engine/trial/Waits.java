package io.twohop.engine.trial;

import io.twohop.recording.RunQueue;
import java.nio.file.Path;
import java.util.List;

/** Counts the time for which a thread was ready to run while others had its core. That thread only. */
interface Waits extends AutoCloseable {
    /** Returns nanoseconds since the thread started. */
    long nanos();

    @Override
    void close();

    /** Returns Linux's count for a thread that runs; always 0 elsewhere. */
    static Waits of(String thread) {
        RunQueue queue = new RunQueue(Path.of("/proc"), List.of(thread));
        return new Waits() {
            @Override
            public long nanos() {
                return queue.threads() > 0 && queue.read(0) ? queue.waitedNanos() : 0;
            }

            @Override
            public void close() {
                queue.close();
            }
        };
    }
}
