package io.twohop.cli.live;

import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;

/** A display of running measurements beside the terminal. The run's monitor thread calls it and waits for it. */
public interface Watcher extends AutoCloseable {
    /**
     * Called before a run, and before each further fork of it.
     *
     * @return the listener of the run or fork
     */
    RunListener begin(Watched run);

    /** Called when a run has its result. */
    default void judged(Watched run, BenchmarkResult result) {}

    @Override
    void close();
}
