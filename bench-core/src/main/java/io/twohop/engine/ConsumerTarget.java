package io.twohop.engine;

import io.twohop.config.Texts;
import io.twohop.measure.Window;
import io.twohop.pipeline.ConsumerGate;
import io.twohop.transport.FaultTarget;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/** The consumers of the first hop, which stop until a backlog has built. The injector's thread. */
final class ConsumerTarget implements FaultTarget {
    private final ConsumerGate gate = new ConsumerGate();
    private final NanoClock clock;
    private volatile LongSupplier waiting = () -> 0;
    private volatile Window window;
    private long waitedBefore;

    ConsumerTarget(NanoClock clock) {
        this.clock = clock;
    }

    ConsumerGate gate() {
        return gate;
    }

    /**
     * Sets what is watched while consumers are stopped; before the first fault begins.
     *
     * @param waitingMessages number of messages that were sent and that no consumer took
     */
    void watch(Window runWindow, LongSupplier waitingMessages) {
        waiting = waitingMessages;
        window = runWindow;
    }

    @Override
    public String name() {
        return Fault.CONSUMER;
    }

    @Override
    public void begin(Fault fault) throws IOException {
        if (gate.isClosed()) {
            throw new IOException(
                    fault + " found consumers stopped already: the backlog before took too long to build");
        }
        // Redeliveries and earlier losses are in the difference too.
        waitedBefore = waiting.getAsLong();
        gate.close();
    }

    @Override
    public boolean isOver(Fault fault) throws IOException {
        if (fault.messages() == null) {
            return true;
        }
        long found = waiting.getAsLong() - waitedBefore;
        if (found >= fault.messages()) {
            return true;
        }
        if (clock.nanoTime() - window.measureEndNanos() >= 0) {
            gate.open();
            throw new IOException(Texts.format(
                    "%s had only %,d messages in the backlog when measuring ended; did the transport hold producers back?",
                    fault, found));
        }
        return false;
    }

    @Override
    public void end(Fault fault) {
        gate.open();
    }
}
