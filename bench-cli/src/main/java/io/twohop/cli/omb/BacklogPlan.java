package io.twohop.cli.omb;

/**
 * The times of a run with a backlog, which follows each message and so has a limited number of them.
 *
 * @param wanted messages of the backlog there
 * @param messages messages of the backlog here
 * @param beforeSeconds time before the backlog, in which the run learns what is usual
 * @param buildSeconds time in which the backlog builds
 * @param afterSeconds time in which it drains
 */
record BacklogPlan(
        long wanted, long messages, long warmUpSeconds, long beforeSeconds, long buildSeconds, long afterSeconds) {
    static final long MOST_MESSAGES = 2_000_000;

    /** The highest rate at which so many messages leave a second for each part. */
    static final long MOST_RATE = 400_000;

    private static final long BEFORE = 10;
    private static final long LEAST_BEFORE = 1;
    private static final long PARTS = 10;
    private static final long PARTS_OF_BUILDING = 4;

    /** Returns the times that are asked for, or as long ones as the number of messages allows. */
    static BacklogPlan of(long wanted, long rate, long warmUpSeconds, long afterSeconds) {
        long most = Math.max(1, MOST_MESSAGES / rate);
        long messages = Math.max(1, Math.min(wanted, MOST_MESSAGES * PARTS_OF_BUILDING / PARTS));
        long build = (messages + rate - 1) / rate;
        if (warmUpSeconds + BEFORE + build + afterSeconds <= most && messages == wanted) {
            return new BacklogPlan(wanted, messages, warmUpSeconds, BEFORE, build, afterSeconds);
        }
        long warmUp = Math.min(warmUpSeconds, most / PARTS);
        long before = Math.max(LEAST_BEFORE, Math.min(BEFORE, most / PARTS));
        long after = Math.min(afterSeconds, Math.max(1, most - warmUp - before - build));
        return new BacklogPlan(wanted, messages, warmUp, before, build, after);
    }

    /** Returns the measured time. */
    long durationSeconds() {
        return beforeSeconds + buildSeconds + afterSeconds;
    }
}
