package io.twohop.pipeline;

import io.twohop.config.Texts;
import io.twohop.measure.Window;
import io.twohop.schedule.DueTimes;

/** Checks the times that a message carries: against the schedule, and against the time of its arrival. */
interface ArrivalTimes {
    /** The times in a process that knows neither the run's window nor the senders' clocks: any time is sound. */
    ArrivalTimes UNKNOWN = new ArrivalTimes() {
        @Override
        public boolean areSound(int producer, long sequence, long intendedNanos, long stageNanos, long nowNanos) {
            return true;
        }

        @Override
        public long dueNanos(int producer, long sequence, long intendedNanos) {
            return intendedNanos;
        }

        @Override
        public String fault(int producer, long sequence, long intendedNanos, long stageNanos, long nowNanos) {
            return "";
        }
    };

    /**
     * Returns whether no time of a message lies before the one before it, and, at the last consumer, whether the schedule
     * has such a message.
     *
     * @param producer its place among the producers whose schedules are known
     * @param stageNanos when its sender had it, by this process's clock; the intended time if that is unknown
     */
    boolean areSound(int producer, long sequence, long intendedNanos, long stageNanos, long nowNanos);

    /** Returns when the schedule has the message, or, if that is unknown, the time that the message says. */
    long dueNanos(int producer, long sequence, long intendedNanos);

    /** Describes what is wrong with times that are not sound. */
    String fault(int producer, long sequence, long intendedNanos, long stageNanos, long nowNanos);

    /** The times of messages that this process sends. */
    final class Known implements ArrivalTimes {
        /**
         * Clocks of a machine's cores may differ by this much. Linux lets {@link System#nanoTime} never run backwards from one core to
         * another; other systems promise less.
         */
        static final long CLOCKS_AGREE_NANOS = 1_000;

        /** Allowance for the clocks of several machines: a sender's time is then no reason to doubt a message. */
        static final long CLOCKS_APART_NANOS = Long.MAX_VALUE / 2;

        private final Window window;
        private final DueTimes[] due;
        private final long sendersAgreeNanos;
        private final boolean isLast;

        /**
         * @param sendersAgreeNanos how far the clocks of the hop's senders may be from this one's
         * @param isLast whether the consumer is the last one: the others leave the schedule to it
         */
        Known(Window window, DueTimes[] due, long sendersAgreeNanos, boolean isLast) {
            this.window = window;
            this.due = due;
            this.sendersAgreeNanos = sendersAgreeNanos;
            this.isLast = isLast;
        }

        @Override
        public boolean areSound(int producer, long sequence, long intendedNanos, long stageNanos, long nowNanos) {
            return (!isLast || isScheduled(producer, sequence, intendedNanos))
                    && areOrdered(intendedNanos, stageNanos, nowNanos);
        }

        private boolean areOrdered(long intendedNanos, long stageNanos, long nowNanos) {
            return nowNanos - intendedNanos >= -CLOCKS_AGREE_NANOS
                    && stageNanos - intendedNanos >= -sendersAgreeNanos
                    && nowNanos - stageNanos >= -sendersAgreeNanos;
        }

        private boolean isScheduled(int producer, long sequence, long intendedNanos) {
            long offsetNanos = due[producer].offsetNanos(sequence);
            return sequence >= 0
                    && intendedNanos - window.startNanos() >= 0
                    && intendedNanos - window.measureEndNanos() < 0
                    && (offsetNanos == DueTimes.UNKNOWN || intendedNanos - window.startNanos() == offsetNanos);
        }

        @Override
        public long dueNanos(int producer, long sequence, long intendedNanos) {
            long offsetNanos = due[producer].offsetNanos(sequence);
            return offsetNanos == DueTimes.UNKNOWN ? intendedNanos : window.startNanos() + offsetNanos;
        }

        @Override
        public String fault(int producer, long sequence, long intendedNanos, long stageNanos, long nowNanos) {
            if (!isScheduled(producer, sequence, intendedNanos)) {
                return Texts.format(
                        "its intended time is %,d ns after the run's start, where the schedule has no such message",
                        intendedNanos - window.startNanos());
            }
            return Texts.format(
                    "its times are out of order: intended, then at its sender %,d ns later, then here %,d ns later",
                    stageNanos - intendedNanos, nowNanos - stageNanos);
        }
    }
}
