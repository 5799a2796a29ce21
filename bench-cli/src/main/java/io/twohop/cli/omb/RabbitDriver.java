package io.twohop.cli.omb;

import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The driver for RabbitMQ. */
final class RabbitDriver implements Driver {
    private static final String URIS = "amqpUris";
    private static final String PERSISTENT = "messagePersistence";
    private static final String QUEUE = "queueType";
    private static final List<String> PACE = List.of(
            "producerCreationDelay", "producerCreationBatchSize", "consumerCreationDelay", "consumerCreationBatchSize");

    @Override
    public String transport() {
        return "rabbitmq";
    }

    @Override
    public Partitions partitions() {
        return Partitions.ONE;
    }

    /** Its exchange is a fanout, which ignores the routing key. */
    @Override
    public boolean usesKeys() {
        return false;
    }

    @Override
    public Map<String, Type> keys() {
        Map<String, Type> keys = new LinkedHashMap<>();
        keys.put(URIS, Lists.TEXTS);
        keys.put(PERSISTENT, Boolean.class);
        keys.put(QUEUE, String.class);
        PACE.forEach(key -> keys.put(key, Long.class));
        return keys;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void translate(Translation file, Map<String, Object> given, boolean embedded) {
        List<String> uris = (List<String>) given.getOrDefault(URIS, List.of());
        Servers.url(file, URIS, uris.isEmpty() ? null : uris.get(0), "amqp", embedded);
        if (uris.size() > 1 && !embedded) {
            file.row(URIS, "the other " + (uris.size() - 1))
                    .approximated("all queues are on the first server; there, topics take the servers in turn");
        }
        queue(file, given);
        file.row("(this driver)", "automatic acknowledgement")
                .approximated(
                        "consumers acknowledge what a poll has handled, and hold at most 100 messages that are not");
        PACE.stream()
                .filter(given::containsKey)
                .forEach(key -> file.row(key, given.get(key)).unused("clients connect one after the other"));
    }

    private static void queue(Translation file, Map<String, Object> given) {
        String type = (String) given.getOrDefault(QUEUE, "CLASSIC");
        boolean persistent = (Boolean) given.getOrDefault(PERSISTENT, false);
        Translation.Row row = file.row(QUEUE, type);
        Translation.Row persistence = file.row(PERSISTENT, persistent);
        switch (type.toUpperCase(Locale.ROOT)) {
            case "QUORUM" -> {
                row.mapped("queue", "quorum");
                persistence.unused("a quorum queue stores every message");
            }
            case "CLASSIC" -> {
                if (persistent) {
                    row.mapped("queue", "classic");
                    persistence.mapped("queue", "classic", "persistent messages in a durable queue");
                } else {
                    row.approximated("queue", "transient", "see messagePersistence");
                    persistence.approximated(
                            "queue",
                            "transient",
                            "transient messages, and a queue that ends with the server; there it is durable");
                }
            }
            case "STREAM" -> {
                row.refused("CLASSIC or QUORUM, since there is no transport for RabbitMQ's streams");
                persistence.unused("see queueType");
            }
            default -> {
                row.refused("CLASSIC or QUORUM");
                persistence.unused("see queueType");
            }
        }
    }
}
