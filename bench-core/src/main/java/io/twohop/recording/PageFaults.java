package io.twohop.recording;

import java.nio.file.Path;
import java.util.List;

/** The page faults of threads, as Linux counts them in {@code stat}. */
final class PageFaults extends ThreadFiles {
    private static final String FILE = "stat";

    /** Fields between the name and the minor faults: state, parent, group, session, terminal, its group, flags. */
    private static final int BEFORE_MINOR = 7;

    private long minor;
    private long major;

    /**
     * Finds the threads.
     *
     * @param proc /proc
     * @param names of threads that run
     */
    PageFaults(Path proc, List<String> names) {
        super(proc, names, FILE);
    }

    @Override
    void parse() {
        skipPast(')');
        skipWords(BEFORE_MINOR);
        minor = number();
        skipWords(1);
        major = number();
    }

    /** Faults of the thread that was read which found their page in memory, or needed an empty one. */
    long minor() {
        return minor;
    }

    /** Faults of the thread that was read which did not find their page in the page cache. */
    long major() {
        return major;
    }
}
