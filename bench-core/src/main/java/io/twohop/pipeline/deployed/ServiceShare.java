package io.twohop.pipeline.deployed;

import io.twohop.event.field.MessageIds;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Window;
import io.twohop.transport.AppendClock;
import io.twohop.transport.AppendTimes;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * The service's share of the latency, by the times at which brokers appended request and reply to their logs. An acknowledgement brings
 * the request's time, and may come after the reply, which then waits for it. The threads of acknowledgements write the requests' times;
 * the thread that reads replies does everything else.
 */
final class ServiceShare {
    /** Bits of a time, in the low end of a word; a request's sequence is above them. */
    private static final int MILLIS_BITS = 22;

    private static final long MILLIS = (1L << MILLIS_BITS) - 1;
    private static final long UNKNOWN = -1;

    /** Replies that wait for acknowledgements at most: of more, the shares stay unknown. */
    private static final int MOST_WAITING = 1_024;

    /** Replies that wait at most while no server has told a time: perhaps none will. */
    private static final int MOST_AT_FIRST = 64;

    /** Half of a millisecond, by which a time without fractions is too early in the mean. */
    private static final long FRACTION_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final AppendClock appendClock;
    private final long withinMillis;
    private final boolean isBounded;
    private final MessageIds ids;
    private final LongSupplier ahead;
    private final long aheadNanos;
    private final LongSupplier wallMillis;
    private final AtomicLongArray[] requestMillis;
    private final int mask;
    private final AtomicLong apartMillis = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final Reply[] waiting;
    private int waits;
    private volatile boolean areRequestsStamped;
    private LatencyRecorder toService;
    private LatencyRecorder inService;

    /**
     * @param within by how much clocks differ at most; {@code null} if unknown
     * @param messages how many a producer sends at most
     * @param clocks read now and at the end: a step of the wall clock spoils the shares
     */
    ServiceShare(AppendClock appendClock, Duration within, MessageIds ids, long messages, Clocks clocks) {
        this.appendClock = appendClock;
        this.isBounded = within != null;
        this.withinMillis = within == null ? 0 : within.toMillis();
        this.ids = ids;
        ahead = clocks.aheadNanos();
        aheadNanos = ahead.getAsLong();
        wallMillis = clocks.wallMillis();
        int size = isPossible() ? SentRequests.size(messages) : 1;
        mask = size - 1;
        requestMillis = new AtomicLongArray[ids.ownProducers()];
        for (int i = 0; i < requestMillis.length; i++) {
            requestMillis[i] = new AtomicLongArray(size);
        }
        waiting = new Reply[isPossible() ? MOST_WAITING : 0];
        for (int i = 0; i < waiting.length; i++) {
            waiting[i] = new Reply();
        }
    }

    private boolean isPossible() {
        return appendClock == AppendClock.HERE
                || appendClock == AppendClock.ELSEWHERE
                || appendClock == AppendClock.SEVERAL && isBounded;
    }

    private boolean areClocksKnown() {
        return appendClock == AppendClock.HERE || isBounded;
    }

    /** Returns the share of a service whose replies tell no times. */
    static ServiceShare unknown(MessageIds ids) {
        return new ServiceShare(AppendClock.NONE, null, ids, 0, new Clocks(() -> 0, () -> 0, () -> 0));
    }

    /** Returns whether the requests' times are of use. */
    boolean isWanted() {
        return appendClock != AppendClock.NONE;
    }

    /** Returns the receiver of the times of a publisher's requests. */
    AppendTimes of(LongSupplier numbers) {
        return new AppendTimes() {
            @Override
            public long next() {
                return numbers.getAsLong();
            }

            @Override
            public void appended(long number, long sentMillis, long appendedMillis) {
                appendedRequest(number, sentMillis, appendedMillis);
            }
        };
    }

    private void appendedRequest(long number, long sentMillis, long appendedMillis) {
        if (!areRequestsStamped) {
            // A server that keeps the sender's time returns it. Another may return the same by chance, but not each
            // time.
            if (appendedMillis == sentMillis) {
                return;
            }
            areRequestsStamped = true;
        }
        if (!isPossible()) {
            return;
        }
        if (areClocksKnown()) {
            noteApart(Math.max(sentMillis - appendedMillis, appendedMillis - wallMillis.getAsLong()));
        }
        long sequence = ids.sequence(number);
        requestMillis[ids.ownPlace(ids.producer(number))].setRelease(
                (int) sequence & mask, sequence + 1 << MILLIS_BITS | appendedMillis & MILLIS);
    }

    private void noteApart(long millis) {
        if (millis > withinMillis + 1 && millis > apartMillis.get()) {
            apartMillis.accumulateAndGet(millis, Math::max);
        }
    }

    /** Returns the recorders of the shares that clocks allow; once, before the first request. */
    Map<Probe, LatencyRecorder> recorders(Window window) {
        Map<Probe, LatencyRecorder> recorders = new EnumMap<>(Probe.class);
        if (isPossible()) {
            toService = new LatencyRecorder(window);
            inService = new LatencyRecorder(window);
            recorders.put(Probe.IN_SERVICE, inService);
            if (areClocksKnown()) {
                recorders.put(Probe.TO_SERVICE, toService);
            }
        }
        return recorders;
    }

    /**
     * Takes the reply that ends a request.
     *
     * @param producer of this process, from 0
     * @param appendedMillis when it was appended; negative if the server did not tell
     */
    void replied(int producer, long sequence, long intendedNanos, long appendedMillis) {
        if (inService == null || appendedMillis < 0) {
            return;
        }
        if (record(producer, sequence, intendedNanos, appendedMillis)) {
            return;
        }
        if (waits == (areRequestsStamped ? MOST_WAITING : MOST_AT_FIRST)) {
            // Some may wait for acknowledgements that never come.
            unknown.lazySet(unknown.getPlain() + waits);
            waits = 0;
        }
        waiting[waits].set(producer, sequence, intendedNanos, appendedMillis);
        waits++;
    }

    /** Records the replies whose requests have been acknowledged since. */
    void settle() {
        int left = 0;
        for (int i = 0; i < waits; i++) {
            Reply reply = waiting[i];
            if (!record(reply.producer, reply.sequence, reply.intendedNanos, reply.appendedMillis)) {
                waiting[i] = waiting[left];
                waiting[left] = reply;
                left++;
            }
        }
        waits = left;
    }

    /** Returns false if the request's time is not known yet. */
    private boolean record(int producer, long sequence, long intendedNanos, long appendedMillis) {
        int place = (int) sequence & mask;
        long word = requestMillis[producer].getAcquire(place);
        if (word < 0 && ~word >>> MILLIS_BITS == sequence + 1) {
            // A further reply to the same request.
            return true;
        }
        if (word >>> MILLIS_BITS != sequence + 1) {
            // A later request may have taken its place: it will not be known.
            return Math.max(word, ~word) >>> MILLIS_BITS > sequence + 1;
        }
        requestMillis[producer].setRelease(place, ~word);
        long inServiceMillis = shortest(appendedMillis - (word & MILLIS));
        noteApart(-inServiceMillis);
        inService.record(intendedNanos, intendedNanos + Math.max(0, TimeUnit.MILLISECONDS.toNanos(inServiceMillis)));
        if (areClocksKnown()) {
            long requestAtMillis = appendedMillis - inServiceMillis;
            toService.record(
                    intendedNanos, TimeUnit.MILLISECONDS.toNanos(requestAtMillis) + FRACTION_NANOS + aheadNanos);
        }
        return true;
    }

    /** Returns the difference of two times from its low bits, negative ones too. */
    private static long shortest(long millis) {
        return millis << Long.SIZE - MILLIS_BITS >> Long.SIZE - MILLIS_BITS;
    }

    /** Returns what a reader of the shares should know; empty if brokers keep the senders' times. */
    List<Finding> findings() {
        if (!areRequestsStamped) {
            return List.of();
        }
        if (!isPossible()) {
            return List.of(Rules.APPEND_CLOCKS_UNKNOWN.found());
        }
        if (areClocksKnown()) {
            noteApart(TimeUnit.NANOSECONDS.toMillis(Math.abs(ahead.getAsLong() - aheadNanos)));
        }
        List<Finding> found = new ArrayList<>();
        if (apartMillis.get() > 0) {
            found.add(Rules.APPEND_CLOCKS_DIFFER.found(apartMillis.get()));
        } else if (areClocksKnown()) {
            found.add(Rules.APPEND_TIMES.found(
                    withinMillis == 0 ? "1 ms" : "1 ms, of clocks within " + withinMillis + " ms"));
        } else {
            found.add(Rules.APPEND_TIMES_ALONE.found());
        }
        if (unknown.get() > 0) {
            found.add(Rules.SHARES_UNKNOWN.found(unknown.get()));
        }
        return found;
    }

    /** A reply whose request is not acknowledged yet. */
    private static final class Reply {
        private int producer;
        private long sequence;
        private long intendedNanos;
        private long appendedMillis;

        void set(int itsProducer, long itsSequence, long itsIntendedNanos, long itsAppendedMillis) {
            producer = itsProducer;
            sequence = itsSequence;
            intendedNanos = itsIntendedNanos;
            appendedMillis = itsAppendedMillis;
        }
    }
}
