package io.twohop.replay;

import io.twohop.config.Texts;
import io.twohop.schedule.Schedule;
import io.twohop.workload.ArrivalFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads a file of arrivals ahead of the generators, on a thread of its own, into rings for each of them. Opened and closed by the
 * monitor.
 */
public final class ReadAhead implements AutoCloseable {
    /** Rows of all producers together: 8 MB, and as much again if the file has more than times. */
    private static final int ROWS = 1 << 20;

    private static final int FEWEST_ROWS = 1 << 12;

    /** Between looks for room in a full ring, which holds far more than is sent in that time. */
    private static final long PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Replay replay;
    private final Lane[] lanes;
    private final int topics;
    private final CountDownLatch filled = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean closed;
    private volatile Optional<String> failure = Optional.empty();

    /** @param hasBeside whether the file has more of each message than its time */
    private ReadAhead(Replay replay, int producers, int topics, int rowsOfEach, boolean hasBeside) {
        this.replay = replay;
        this.topics = topics;
        lanes = new Lane[producers];
        Arrays.setAll(lanes, producer -> new Lane(rowsOfEach, hasBeside));
        thread = new Thread(this::read, "arrivals-reader");
        thread.setDaemon(true);
    }

    /**
     * Begins to read.
     *
     * @param warmupNanos for which the file's first seconds are sent
     * @param division of the rows among producers
     * @param topics among which those of the file are divided
     */
    public static ReadAhead begin(
            ArrivalFile arrivals, long warmupNanos, long measuredNanos, Division division, int topics) {
        int rows = Math.max(FEWEST_ROWS, Integer.highestOneBit(ROWS / division.producers()));
        return begin(arrivals, warmupNanos, measuredNanos, division, topics, rows);
    }

    static ReadAhead begin(
            ArrivalFile arrivals, long warmupNanos, long measuredNanos, Division division, int topics, int rowsOfEach) {
        ReadAhead ahead = new ReadAhead(
                new Replay(arrivals, warmupNanos, measuredNanos, division),
                division.producers(),
                topics,
                rowsOfEach,
                arrivals.size() != null || arrivals.key() != null || arrivals.topic() != null);
        ahead.thread.start();
        return ahead;
    }

    private void read() {
        try {
            replay.run((producer, offsetNanos, row) -> {
                Lane lane = lanes[producer];
                if (lane.beside != null) {
                    // Before the time, so that it is there once the time is.
                    put(lane.beside, PackedRow.of(row, topics));
                }
                put(lane.times, offsetNanos);
            });
        } catch (InterruptedException e) {
            return;
        } catch (IOException | RuntimeException e) {
            failure = Optional.of(Texts.of(e));
        }
        try {
            for (Lane lane : lanes) {
                put(lane.times, Schedule.END);
            }
        } catch (InterruptedException e) {
            // Nobody waits for it any more.
        }
        filled.countDown();
    }

    /** A full ring means that this thread is far enough ahead of all generators: the file has the rows of all in order. */
    private void put(LongRing ring, long value) throws InterruptedException {
        while (!ring.offer(value)) {
            filled.countDown();
            LockSupport.parkNanos(PARK_NANOS);
            if (closed) {
                throw new InterruptedException();
            }
        }
    }

    /** Waits until the rings are full, or all was read; at most as long as the limit. */
    public void awaitFilled(long limitNanos) throws InterruptedException {
        filled.await(limitNanos, TimeUnit.NANOSECONDS);
    }

    /** Returns a producer's times; for its thread only. */
    public Schedule schedule(int producer) {
        return lanes[producer];
    }

    /** Returns the values beside the time that a producer's schedule gave last; for its thread only. */
    public FileRow row(int producer) {
        return lanes[producer];
    }

    /**
     * Returns the messages due from one time to another, both at the start of a second, as far as the file was read.
     */
    public long dueBetween(long fromNanos, long toNanos) {
        return replay.due().between(fromNanos, toNanos);
    }

    /** Returns why reading stopped early; empty if it did not. */
    public Optional<String> failure() {
        return failure;
    }

    /** Returns the longest pause between measured arrivals in nanoseconds, as far as they were read. */
    public long longestGapNanos() {
        return replay.longestGapNanos();
    }

    /** Returns the line that ended the longest pause. */
    public long longestGapLine() {
        return replay.longestGapLine();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** Takes a producer's rows from its rings; it allocates nothing and never waits. */
    private static final class Lane implements Schedule, FileRow {
        private final LongRing times;

        /** Null if the file has only times. */
        private final LongRing beside;

        private boolean over;
        private int bytes;
        private int key;
        private int topic;

        Lane(int rows, boolean hasBeside) {
            times = new LongRing(rows);
            beside = hasBeside ? new LongRing(rows) : null;
        }

        @Override
        public long nextOffsetNanos() {
            if (over) {
                return END;
            }
            long offsetNanos = times.poll();
            if (offsetNanos == LongRing.EMPTY) {
                return NOT_YET;
            }
            over = offsetNanos == END;
            if (beside != null && !over) {
                long packed = beside.poll();
                bytes = PackedRow.bytes(packed);
                key = PackedRow.key(packed);
                topic = PackedRow.topic(packed);
            }
            return offsetNanos;
        }

        @Override
        public int bytes() {
            return bytes;
        }

        @Override
        public int key() {
            return key;
        }

        @Override
        public int topic() {
            return topic;
        }
    }
}
