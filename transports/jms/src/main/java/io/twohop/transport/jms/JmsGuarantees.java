package io.twohop.transport.jms;

import io.twohop.config.Enums;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.jms.broker.BrokerKind;
import io.twohop.transport.jms.broker.Journal;

/** Guarantees that JMS and the embedded brokers document for a configuration. */
final class JmsGuarantees {
    private JmsGuarantees() {}

    /**
     * @param journal the embedded broker's storage as it turned out; null for an external provider
     * @param fansOut whether subscribers have topics, whose subscriptions are not durable
     */
    static Guarantees of(JmsConfig config, Journal journal, boolean fansOut) {
        // Artemis gives the messages that a dead client had taken to another one behind newer ones. Of others nothing
        // is known.
        boolean ordered = config.consumers() == 1 && !config.isExternal() && config.kind() == BrokerKind.CLASSIC;
        boolean keeps = config.persistent() && !fansOut && !AcknowledgeMode.isAutomatic(AcknowledgeMode.of(config));
        return new Guarantees(
                        Delivery.AT_LEAST_ONCE,
                        keeps ? Delivery.AT_LEAST_ONCE : Delivery.BEST_EFFORT,
                        ordered,
                        true,
                        durability(config, journal),
                        1)
                .orderedByKey(ordered);
    }

    private static String durability(JmsConfig config, Journal journal) {
        if (!config.persistent()) {
            return "memory of one server: lost with the process";
        }
        if (journal == null) {
            return "as the provider stores persistent messages";
        }
        return "disk of one server, synced before it is acknowledged (" + Enums.text(journal) + ")";
    }
}
