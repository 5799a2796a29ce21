package io.twohop.recording;

import java.nio.file.Path;
import java.util.List;

/** The page faults and states of threads, from {@code stat}. */
final class PageFaults extends ThreadFiles {
    private static final String FILE = "stat";

    /** Fields before the minor faults, after the name: state, parent, group, session, terminal, its group, flags. */
    private static final int BEFORE_MINOR = 7;

    private boolean blocked;
    private long minor;
    private long major;

    PageFaults(Path proc, List<String> names) {
        super(proc, names, FILE);
    }

    @Override
    void parse(CountReader counts) {
        counts.skipPast(')');
        blocked = counts.isNext('D');
        counts.skip(BEFORE_MINOR, ' ');
        minor = counts.number();
        counts.skip(1, ' ');
        major = counts.number();
    }

    /** Whether the thread that was read waited in the kernel, uninterruptibly: for a disk, mostly. */
    boolean blocked() {
        return blocked;
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
