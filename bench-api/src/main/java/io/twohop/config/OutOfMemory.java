package io.twohop.config;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out whether this process ran out of memory, and says what helps. */
public final class OutOfMemory {
    /** Causes may form a circle. */
    private static final int MOST_CAUSES = 100;

    private OutOfMemory() {}

    /** Returns a text with the remedy; empty for a failure for another reason. */
    public static Optional<String> text(Throwable failure) {
        return in(failure).map(error -> text(Objects.toString(error.getMessage(), "no memory")));
    }

    /** Returns the error among the causes: libraries and other threads wrap it. */
    public static Optional<OutOfMemoryError> in(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .filter(OutOfMemoryError.class::isInstance)
                .map(OutOfMemoryError.class::cast)
                .findFirst();
    }

    private static String text(String what) {
        if (what.contains("native thread")) {
            return "out of threads: " + what
                    + " (raise the limit of processes of this user, ulimit -u, or of this container)";
        }
        long megabytes = Math.max(1, Runtime.getRuntime().maxMemory() >> 20);
        return "out of memory: " + what + " (the heap of this process has " + megabytes
                + " MB; give it more, such as TWOHOP_JAVA_OPTS=-Xmx" + 2 * megabytes + "m, or less to read)";
    }
}
