package io.twohop.transport.kit;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A request that a service has received and not acknowledged yet. Where replies take another connection than the acknowledgement, a
 * service that dies between the two would lose the message, so the acknowledgement follows the handler's return and the outcome of each
 * reply. One request may stand for several that are acknowledged together. The service's thread, and those that report outcomes.
 */
public class PendingRequest {
    /** For messages that answer nothing. */
    public static final PendingRequest NONE = new PendingRequest(() -> {}) {
        @Override
        void begin() {}

        @Override
        public void end() {}
    };

    private final Runnable acknowledgement;

    /** Number of replies without an outcome, and one more until the handler returns. */
    private final AtomicInteger open = new AtomicInteger(1);

    /** @param acknowledgement runs once, in the thread of the last outcome or of the handler, and throws nothing */
    public PendingRequest(Runnable acknowledgement) {
        this.acknowledgement = acknowledgement;
    }

    /** Adds a reply. */
    void begin() {
        open.incrementAndGet();
    }

    /** Ends the handler, or a reply. */
    public void end() {
        if (open.decrementAndGet() == 0) {
            acknowledgement.run();
        }
    }
}
