package io.twohop.transport;

/** Receives when servers appended requests to their logs, if these tell the time. */
public interface AppendTimes {
    /** Receives nothing. */
    AppendTimes NONE = new AppendTimes() {
        @Override
        public long next() {
            return 0;
        }

        @Override
        public void appended(long number, long sentMillis, long appendedMillis) {}
    };

    /** Returns the number of the message that is being published; its publisher's thread. */
    long next();

    /**
     * Takes the time of a message before its acknowledgement; one thread at a time. It is that of the sender where the server keeps no
     * time of its own.
     *
     * @param number of the message
     * @param sentMillis when it was published, in milliseconds since the epoch by this machine's wall clock
     * @param appendedMillis the message's time, in milliseconds since the epoch, as the server tells it
     */
    void appended(long number, long sentMillis, long appendedMillis);
}
