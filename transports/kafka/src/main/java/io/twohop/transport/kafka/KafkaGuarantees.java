package io.twohop.transport.kafka;

import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import java.util.Map;

/** Guarantees that Kafka documents for a configuration. */
final class KafkaGuarantees {
    private KafkaGuarantees() {}

    static Guarantees of(KafkaConfig config) {
        return new Guarantees(
                delivery(config),
                afterFailure(config),
                ordered(config),
                // A key's messages go to one partition, which one consumer at a time reads.
                ordered(config),
                !config.acks().equals("0"),
                durability(config),
                config.replication());
    }

    private static Delivery delivery(KafkaConfig config) {
        if (config.transactions()) {
            return Delivery.EXACTLY_ONCE;
        }
        if (config.isShared() && config.acks().equals("0")) {
            // A record whose lock expires is redelivered without any failure.
            return Delivery.BEST_EFFORT;
        }
        // A send that is repeated after a lost answer arrives twice, unless the broker knows its number.
        return config.acks().equals("0") ? Delivery.AT_MOST_ONCE : Delivery.AT_LEAST_ONCE;
    }

    /** Returns the delivery after a failure: a replaced consumer reads again what it had not committed. */
    private static Delivery afterFailure(KafkaConfig config) {
        return config.acks().equals("0") ? Delivery.BEST_EFFORT : delivery(config);
    }

    /**
     * Whether partitions keep their order: no later batch may overtake one that is resent, and no consumer another. Share groups
     * have no order.
     */
    private static boolean ordered(KafkaConfig config) {
        if (config.isShared()) {
            return false;
        }
        Map<String, String> producer = config.properties().producer();
        boolean oneAtATime = "1".equals(producer.get("max.in.flight.requests.per.connection"));
        boolean neverAgain =
                "0".equals(producer.get("retries")) || config.acks().equals("0");
        return config.idempotent() || oneAtATime || neverAgain;
    }

    private static String durability(KafkaConfig config) {
        return switch (config.acks()) {
            case "0" -> "none: what the broker does not take is lost unnoticed";
            case "1" -> "page cache of one broker: lost when its machine is, before a replica has it";
            default ->
                config.replication() == 1
                        ? "page cache of one broker: survives its process, not its machine"
                        : "page cache of at least "
                                + config.properties().topic().getOrDefault("min.insync.replicas", "1") + " brokers";
        };
    }
}
