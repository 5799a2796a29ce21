package io.twohop.transport.aeron;

import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.aeron.AeronConfig.Mode;

/** Guarantees of a configuration of Aeron. */
final class AeronGuarantees {
    private AeronGuarantees() {}

    /**
     * Returns the guarantees. Aeron resends lost frames, so nothing is lost without a failure; a dying driver takes its
     * log buffers with it. A recording is replayed after a failure. A consumer that dies between its reply and its note
     * of the read position replies again.
     */
    static Guarantees of(AeronConfig config) {
        if (config.media().mode() != Mode.ARCHIVE) {
            return new Guarantees(
                    Delivery.EXACTLY_ONCE,
                    Delivery.AT_MOST_ONCE,
                    true,
                    false,
                    "none: log buffers in memory, which go with the media driver",
                    1);
        }
        return new Guarantees(
                Delivery.EXACTLY_ONCE,
                Delivery.AT_LEAST_ONCE,
                true,
                true,
                config.media().syncLevel() == 0
                        ? "page cache once acknowledged: survives the driver, not a power cut"
                        : "disk once acknowledged: survives a power cut",
                1);
    }
}
