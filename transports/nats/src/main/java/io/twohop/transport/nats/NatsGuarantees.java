package io.twohop.transport.nats;

import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.nats.NatsConfig.Storage;

/** What NATS promises by its documentation for given settings. */
final class NatsGuarantees {
    private NatsGuarantees() {}

    static Guarantees of(NatsConfig config) {
        boolean ordered = config.consumers() == 1;
        if (!config.isJetStream()) {
            return new Guarantees(
                    Delivery.AT_MOST_ONCE, ordered, false, "none: what nobody receives at once is gone", 1);
        }
        return new Guarantees(Delivery.AT_LEAST_ONCE, ordered, true, durability(config), config.replicas());
    }

    private static String durability(NatsConfig config) {
        String where = config.replicas() == 1 ? "one server" : "most of " + config.replicas() + " servers";
        if (config.storage() == Storage.MEMORY) {
            return "memory of " + where + ": lost with the process";
        }
        if (config.syncsAlways()) {
            return "disk of " + where + ", synced before it is acknowledged";
        }
        String interval = config.sync() == null ? "now and then (2 minutes unless told otherwise)" : config.sync();
        return "page cache of " + where + ", synced every so often: " + interval;
    }
}
