package io.twohop.cli.live;

import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;

/** Somebody beside the terminal who sees runs while they go on. Their own thread calls it, and waits for it. */
public interface Watcher extends AutoCloseable {
    /**
     * A run is about to be measured, or one more fork of it.
     *
     * @return what has to be notified of it
     */
    RunListener begin(Watched run);

    /** A run has come to its end. */
    default void judged(Watched run, BenchmarkResult result) {}

    @Override
    void close();
}
