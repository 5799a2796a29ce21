package io.twohop.cli.live;

import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;

/** Somebody beside the terminal who sees runs while they go on. Their own thread calls it, and waits for it. */
public interface Watcher extends AutoCloseable {
    /** Sees nothing. */
    Watcher NONE = new Watcher() {
        @Override
        public RunListener begin(String title) {
            return RunListener.NONE;
        }

        @Override
        public void judged(String title, BenchmarkResult result) {}

        @Override
        public void close() {}
    };

    /**
     * A run is about to be measured, or one more fork of it.
     *
     * @param title no two runs have the same
     * @return what has to be notified of it
     */
    RunListener begin(String title);

    /** A run has come to its end. */
    void judged(String title, BenchmarkResult result);

    @Override
    void close();
}
