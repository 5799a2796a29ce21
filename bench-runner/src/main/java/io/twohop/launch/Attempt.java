package io.twohop.launch;

import io.twohop.result.Fork;
import io.twohop.result.Search;
import java.io.IOException;

/** A measurement that is about to be made, in whatever JVM. */
public interface Attempt {
    /** Measures, in bounded time, and returns what was measured. */
    Fork run() throws IOException, InterruptedException;

    /** Ends it at once; any thread. {@link #run} then returns what had been measured. */
    void abort();

    /** Whether that was why {@link #run} came back; the same thread. */
    default boolean ranOutOfMemory() {
        return false;
    }

    /** What a search found; null if this was none, or did not come to its end. The thread of {@link #run}. */
    default Search search() {
        return null;
    }
}
