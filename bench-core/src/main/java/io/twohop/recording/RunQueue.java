package io.twohop.recording;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How long threads of this process were ready to run and had no CPU, as Linux counts it in {@code schedstat}; knows no
 * thread elsewhere. Reading allocates nothing. One thread.
 */
public final class RunQueue extends ThreadFiles {
    private static final String FILE = "schedstat";

    private long ranNanos;
    private long waitedNanos;
    private long turns;

    /** Finds the threads. */
    public RunQueue(Path proc, List<String> names) {
        super(proc, names, FILE);
    }

    /** @param called maps the name that Linux keeps of a thread to the name to use; empty for an unwanted thread */
    RunQueue(Path proc, Function<String, Optional<String>> called) {
        super(proc, called, FILE);
    }

    @Override
    void parse(CountReader counts) {
        ranNanos = counts.number();
        waitedNanos = counts.number();
        turns = counts.number();
    }

    /** How long the thread that was read has run since it started. */
    long ranNanos() {
        return ranNanos;
    }

    /** How long the thread that was read has waited for a CPU since it started. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** Returns how often the thread that was read has got a CPU since it started. */
    long turns() {
        return turns;
    }
}
