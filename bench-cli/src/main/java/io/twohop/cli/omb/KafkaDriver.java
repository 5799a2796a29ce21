package io.twohop.cli.omb;

import io.twohop.registry.Providers;
import io.twohop.transport.TransportProvider;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The drivers for Kafka and Redpanda: blocks of properties, which clients and topics get unchanged. */
final class KafkaDriver implements Driver {
    private static final String REPLICATION = "replicationFactor";
    private static final String COMMON = "commonConfig";
    private static final String RESET = "reset";
    private static final String TRANSACTION = "requestsPerTransaction";
    private static final String BOOTSTRAP = "bootstrap.servers";
    private static final String TRANSACTIONAL_ID = "transactional.id";
    private static final String PARTITIONER = "partitioner.class";
    private static final long MOST_NODES = 3;

    /** Our sections by the block that they come from. */
    private static final Map<String, String> SECTIONS = sections();

    /** Beginnings of the properties by which a client gets into a secured cluster. */
    private static final List<String> ACCESS = List.of("security.", "sasl.", "ssl.");

    private static Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put(COMMON, "client");
        sections.put("producerConfig", "producer");
        sections.put("consumerConfig", "consumer");
        sections.put("topicConfig", "topic");
        return sections;
    }

    @Override
    public String transport() {
        return "kafka";
    }

    @Override
    public Partitions partitions() {
        return Partitions.CREATED;
    }

    @Override
    public boolean usesKeys() {
        return true;
    }

    @Override
    public Map<String, Type> keys() {
        Map<String, Type> keys = new LinkedHashMap<>();
        SECTIONS.keySet().forEach(block -> keys.put(block, String.class));
        keys.put(REPLICATION, Long.class);
        keys.put(RESET, Boolean.class);
        keys.put(TRANSACTION, Long.class);
        return keys;
    }

    @Override
    public void translate(Translation file, Map<String, Object> given, boolean embedded) {
        brokers(file, given, embedded);
        SECTIONS.forEach((block, section) -> properties(file, block, (String) given.getOrDefault(block, ""))
                .forEach((name, value) -> property(file, block, name, value, embedded)));
        if (given.containsKey(RESET)) {
            file.row(RESET, given.get(RESET))
                    .unused(
                            "true deletes every topic of the cluster; a run deletes those that it created, and no others");
        }
        if (given.containsKey(TRANSACTION)) {
            file.row(TRANSACTION, given.get(TRANSACTION))
                    .refused(
                            "a driver without transactions, since those of one hop are not measured here; for transactions"
                                    + " of a service see kafka-exactly-once.yaml");
        }
    }

    private static void brokers(Translation file, Map<String, Object> given, boolean embedded) {
        long replication = (Long) given.getOrDefault(REPLICATION, 1L);
        Translation.Row row = file.row(REPLICATION, replication).with("broker", Servers.broker(embedded));
        if (!embedded) {
            if (replication < 1) {
                row.approximated("replication", 1, "a number is needed here");
            } else {
                row.mapped("replication", replication);
            }
            if (!properties(file, COMMON, (String) given.getOrDefault(COMMON, ""))
                    .containsKey(BOOTSTRAP)) {
                file.row(COMMON, "without " + BOOTSTRAP)
                        .refused(BOOTSTRAP + "=host:port of the cluster, or --embedded for brokers of the run");
            }
            return;
        }
        long replicas = Math.max(1, Math.min(MOST_NODES, replication));
        row.with("nodes", replicas == 1 ? 1 : MOST_NODES);
        if (replicas == replication) {
            row.mapped("replication", replicas, "on brokers of the run");
        } else {
            row.approximated("replication", replicas, "on brokers of the run, which are 1 or 3");
        }
    }

    private static Map<String, String> properties(Translation file, String block, String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException e) {
            throw file.source().invalid(block, "\\u without four digits", "a backslash written twice");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> sorted = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> sorted.put(name, properties.getProperty(name)));
        return sorted;
    }

    private void property(Translation file, String block, String name, String value, boolean embedded) {
        String section = SECTIONS.get(block);
        Translation.Row row = file.row(block, name, value);
        TransportProvider<?> kafka = Providers.transport(transport());
        if (name.equals(BOOTSTRAP)) {
            if (!block.equals(COMMON)) {
                row.unused("that of " + COMMON + " counts");
            } else if (embedded) {
                row.unused("--embedded: brokers of the run");
            } else {
                row.mapped(BOOTSTRAP, value);
            }
        } else if (embedded && ACCESS.stream().anyMatch(name::startsWith)) {
            row.unused("--embedded: the run's brokers let in a user of the run");
        } else if (name.equals(TRANSACTIONAL_ID)) {
            row.refused("none, since transactions of one hop are not measured here");
        } else if (section.equals("topic") || !kafka.keysOf(Map.of(name, value)).isEmpty()) {
            row.mappedIn(section, name, value);
        } else if (name.equals(PARTITIONER)) {
            row.approximated("producers take partitions in turn");
        } else {
            row.unused("the run sets it for each client");
        }
    }
}
