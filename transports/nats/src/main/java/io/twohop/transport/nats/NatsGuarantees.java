package io.twohop.transport.nats;

import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.nats.NatsConfig.Store;

/** Guarantees that NATS documents for a configuration. */
final class NatsGuarantees {
    private NatsGuarantees() {}

    /** @param services number of services that share the first hop's messages, each with its own consumers */
    static Guarantees of(NatsConfig config, int services) {
        boolean alone = config.consumers() == 1;
        if (!config.isJetStream()) {
            return new Guarantees(Delivery.AT_MOST_ONCE, alone, false, "none: what nobody receives at once is gone", 1)
                    .orderedByKey(alone && services == 1);
        }
        // A message not acknowledged in time is redelivered behind later ones. An ordered consumer acknowledges
        // nothing and restarts where it missed a message.
        boolean ordered = alone && config.messaging().consumer() == NatsConfig.ConsumerKind.ORDERED;
        return new Guarantees(
                        Delivery.AT_LEAST_ONCE,
                        ordered,
                        true,
                        durability(config),
                        config.messaging().replicas())
                .orderedByKey(ordered && services == 1);
    }

    private static String durability(NatsConfig config) {
        String where = config.messaging().replicas() == 1
                ? "one server"
                : "most of " + config.messaging().replicas() + " servers";
        if (config.messaging().storage() == Store.MEMORY) {
            return "memory of " + where + ": lost with the process";
        }
        if (config.servers().syncsAlways()) {
            return "disk of " + where + ", synced before it is acknowledged";
        }
        String interval = config.servers().sync() == null
                ? "now and then (2 minutes by default)"
                : config.servers().sync();
        return "page cache of " + where + ", synced every so often: " + interval;
    }
}
