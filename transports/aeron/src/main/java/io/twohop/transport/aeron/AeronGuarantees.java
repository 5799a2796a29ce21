package io.twohop.transport.aeron;

import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.aeron.AeronConfig.Mode;

/** What Aeron promises as it is configured. */
final class AeronGuarantees {
    private AeronGuarantees() {}

    /**
     * Frames that get lost on the way are sent again, so nothing is lost while nothing fails; what is in the log
     * buffers when the driver dies is lost with them. What is recorded comes again from the recording; a consumer
     * that dies between its answer and its note that it has read answers again.
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
