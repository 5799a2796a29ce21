package io.twohop.engine.trial;

/** The second thread of a layout of two, for the first one. */
interface Second extends AutoCloseable {
    /** A layout of one thread. */
    Second NONE = new Second() {
        @Override
        public long busyNanos() {
            return 0;
        }

        @Override
        public void close() {}
    };

    /** Does the second thread's tasks once if nobody else does them; throws what ended that thread early. */
    default void turn() {}

    /** Returns for how long the second thread has worked, in nanoseconds. */
    long busyNanos();

    /** Ends the second thread, and waits for that. */
    @Override
    void close();
}
