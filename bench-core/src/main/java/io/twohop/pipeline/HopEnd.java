package io.twohop.pipeline;

import io.twohop.codec.Codec;
import io.twohop.measure.CallClock;
import io.twohop.measure.CallClock.Call;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.SequenceTracker.Arrival;
import io.twohop.pipeline.header.Trace;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.nio.ByteBuffer;

/**
 * The end of a hop: polls, decodes, stamps the time and checks each message before it hands it on. Its thread writes; any
 * thread may read the counts.
 */
abstract class HopEnd<T> implements Task, MessageHandler {
    private final String roleName;
    private final Call pollCall;
    private final boolean timesDecoding;
    private final int mark;
    private final Codec<T> codec;
    private final Subscription subscription;
    private final long maxWaitNanos;
    private final SequenceTracker[] trackers;
    private final Inspector inspector;
    private final SenderClocks senders;
    private CallClock clock;

    private final PaddedCounter received = new PaddedCounter();
    private final PaddedCounter foreign = new PaddedCounter();

    /**
     * @param pollCall the name of its polls among the transport's calls
     * @param timesDecoding whether to read the clock before a message is decoded as well
     */
    HopEnd(String roleName, Call pollCall, boolean timesDecoding, Shared<T> shared, Intake intake) {
        this.roleName = roleName;
        this.pollCall = pollCall;
        this.timesDecoding = timesDecoding;
        this.mark = shared.supplies().mark();
        this.codec = shared.supplies().codec();
        this.subscription = intake.subscription();
        this.maxWaitNanos = intake.maxWaitNanos();
        this.trackers = intake.trackers();
        this.inspector = intake.inspector();
        this.senders = intake.senders();
        this.clock = new CallClock(shared.clock(), roleName, false, false, shared.window());
    }

    final int poll() {
        int messages = subscription.poll(this, maxWaitNanos);
        inspector.lanes().looked(messages);
        if (messages == 0) {
            clock.polledInVain();
        }
        return messages;
    }

    @Override
    public final void onMessage(ByteBuffer message) {
        if (!TraceHeader.isOf(message, mark)) {
            foreign.increment();
            return;
        }
        int header = message.position();
        int start = header + TraceHeader.BYTES;
        int bytes = message.limit() - start;
        long takenNanos = timesDecoding ? clock.polled(pollCall) : 0;
        message.position(start);
        T event = null;
        RuntimeException undecodable = null;
        try {
            event = codec.decode(message);
        } catch (RuntimeException e) {
            undecodable = e;
        }
        long nowNanos = clock.polled(pollCall);
        // Checks come after the time is taken, which they would delay.
        Trace trace = inspector.trace();
        trace.read(message, header);
        if (!inspector.accepts()) {
            return;
        }
        if (undecodable != null) {
            inspector.passOver(message, start, bytes, undecodable);
            return;
        }
        if (!inspector.areTimely(senders.stageNanos(trace), nowNanos)) {
            return;
        }
        // A service may write on the payload.
        inspector.verify(message, start, bytes);
        take(event, bytes, takenNanos, nowNanos);
    }

    /**
     * Takes a message that passed the checks; its header is the inspector's.
     *
     * @param takenNanos when it was polled, if decoding is timed
     */
    abstract void take(T event, int payloadBytes, long takenNanos, long nowNanos);

    /** Notes the arrival of the message at hand among all of its producer. */
    final Arrival arrival() {
        return arrival(inspector.producer(), inspector.trace().sequence());
    }

    final Arrival arrival(int producer, long sequence) {
        return trackers[producer].onArrival(sequence);
    }

    final void receive() {
        received.increment();
    }

    final CallClock clock() {
        return clock;
    }

    final SenderClocks senders() {
        return senders;
    }

    final Inspector inspector() {
        return inspector;
    }

    final int producers() {
        return trackers.length;
    }

    @Override
    public final void readsFrom(CallClock clockOfThread) {
        clock = clockOfThread;
    }

    @Override
    public final String roleName() {
        return roleName;
    }

    final long received() {
        return received.get();
    }

    final long foreign() {
        return foreign.get();
    }
}
