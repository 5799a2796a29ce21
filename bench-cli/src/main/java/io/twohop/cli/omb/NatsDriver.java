package io.twohop.cli.omb;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.lang.reflect.Type;
import java.util.Locale;
import java.util.Map;

/** The driver for NATS, which is JetStream with durable push consumers. */
final class NatsDriver implements Driver {
    private static final String URL = "natsHostUrl";
    private static final String REPLICATION = "replicationFactor";
    private static final String STORAGE = "storageType";
    private static final String MAX_BYTES = "maxBytes";
    private static final long UNLIMITED = -1;
    private static final long MOST_REPLICAS = 5;

    @Override
    public String transport() {
        return "nats";
    }

    @Override
    public Partitions partitions() {
        return Partitions.IGNORED;
    }

    @Override
    public boolean usesKeys() {
        return false;
    }

    @Override
    public Map<String, Type> keys() {
        return Map.of(URL, String.class, REPLICATION, Long.class, STORAGE, String.class, MAX_BYTES, Long.class);
    }

    @Override
    public void translate(Translation file, Map<String, Object> given, boolean embedded) {
        file.row("(this driver)", "JetStream").mapped("mode", "jetstream");
        file.row("(this driver)", "durable push consumers").mapped("consumer", "push");
        file.row("(this driver)", "asynchronous publishing")
                .with("publish", "async")
                .approximated("maxInFlight", 1000, "there, nothing limits the messages without an acknowledgement");
        Servers.url(file, URL, (String) given.get(URL), "nats", embedded);
        replicas(file, (Long) given.getOrDefault(REPLICATION, 1L), embedded);
        String storage = (String) given.getOrDefault(STORAGE, "File");
        Translation.Row row = file.row(STORAGE, storage);
        switch (storage.toLowerCase(Locale.ROOT)) {
            case "file", "memory" -> row.mapped("storage", storage.toLowerCase(Locale.ROOT));
            default -> row.refused("File or Memory");
        }
        if (given.containsKey(MAX_BYTES)) {
            long bytes = (Long) given.get(MAX_BYTES);
            Translation.Row limit = file.row(MAX_BYTES, bytes);
            if (bytes == UNLIMITED) {
                limit.unused("no limit, as here without one");
            } else {
                limit.mapped("stream", JsonNodeFactory.instance.objectNode().put("max_bytes", String.valueOf(bytes)));
            }
        }
    }

    private static void replicas(Translation file, long replication, boolean embedded) {
        long odd = replication <= 1 ? 1 : Math.min(MOST_REPLICAS, replication + 1 - replication % 2);
        Translation.Row row = file.row(REPLICATION, replication);
        if (embedded) {
            row.with("nodes", odd);
        }
        if (odd == replication) {
            row.mapped("replicas", odd);
        } else {
            row.approximated("replicas", odd, "1, 3 or 5, which have a majority");
        }
    }
}
