package io.twohop.launch;

import io.twohop.result.Fork;
import io.twohop.result.Search;
import java.io.IOException;
import java.util.Optional;

/** A measurement about to be made, in this JVM or another. */
public interface Attempt {
    /** Measures, in bounded time. */
    Fork run() throws IOException, InterruptedException;

    /** Ends the measurement at once; any thread. {@link #run} then returns what had been measured. */
    void abort();

    /** Returns whether {@link #run} ended because the JVM ran out of memory; same thread. */
    default boolean ranOutOfMemory() {
        return false;
    }

    /** Returns the findings of a search; empty unless a rate was searched for. Same thread as {@link #run}. */
    default Optional<Search> search() {
        return Optional.empty();
    }
}
