package io.twohop.cost;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A reading of a thread's counters.
 *
 * @param name as far as Linux keeps it
 * @param ticks it was seen running in, those in the kernel included
 * @param waitedNanos how long it was ready to run and had no CPU
 * @param turns how often it got a CPU
 */
record ThreadReading(String name, long ticks, long kernelTicks, long ranNanos, long waitedNanos, long turns) {
    /** The reading of a thread before it began. */
    static final ThreadReading NOTHING = new ThreadReading("", 0, 0, 0, 0, 0);

    /** Places among the fields of {@code stat} behind the name, from 0. */
    private static final int USER = 11;

    private static final int KERNEL = 12;

    /** @param task its directory; absent where it has ended, or the system writes something else there */
    static Optional<ThreadReading> of(Path task) {
        try {
            return ProcFile.text(task.resolve("stat"))
                    .flatMap(stat -> ProcFile.text(task.resolve("schedstat"))
                            .map(schedstat -> of(stat, schedstat.strip().split(" "))));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    /** A name may hold anything, parentheses too. */
    private static ThreadReading of(String stat, String[] schedule) {
        int nameEnds = stat.lastIndexOf(')');
        String[] fields = stat.substring(nameEnds + 2).split(" ");
        long kernelTicks = Long.parseLong(fields[KERNEL]);
        return new ThreadReading(
                stat.substring(stat.indexOf('(') + 1, nameEnds),
                Long.parseLong(fields[USER]) + kernelTicks,
                kernelTicks,
                Long.parseLong(schedule[0]),
                Long.parseLong(schedule[1]),
                Long.parseLong(schedule[2]));
    }

    ThreadReading since(ThreadReading before) {
        return new ThreadReading(
                name,
                ticks - before.ticks,
                kernelTicks - before.kernelTicks,
                ranNanos - before.ranNanos,
                waitedNanos - before.waitedNanos,
                turns - before.turns);
    }
}
