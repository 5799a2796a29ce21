package io.twohop.transport.kafka;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.transport.kit.Broker;
import io.twohop.workload.JvmOptions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.utils.Utils;

/**
 * The keys of a Kafka transport file. What is under {@code client}, {@code producer}, {@code consumer}, {@code topic} and
 * {@code server} is passed on as it is.
 */
public record KafkaConfig(
        @Help("whose broker; embedded by default") Broker broker,

        @Help("where an external cluster is reached") @JsonProperty("bootstrap.servers")
        String bootstrapServers,

        @Help("how many embedded brokers, 1 or 3; 1 by default")
        Integer nodes,

        @Help("the JVM of each embedded broker; a heap of 512m and G1 by default, as Kafka's own script starts it")
        JvmOptions brokerJvm,

        @Help("further properties of the embedded brokers") Map<String, String> server,
        @Help("of each topic; 1 by default") Integer partitions,

        @Help("of each hop, with a thread each; 1 by default")
        Integer consumers,

        @Help("of each topic; 1 by default") Integer replication,

        @Help("whether the service consumes and publishes in transactions; false by default")
        Boolean transactions,

        @Help("whether a property that the client does not know is refused; true by default")
        Boolean checkProperties,

        @Help("properties of every client, as far as each knows them")
        Map<String, String> client,

        @Help("properties of the producers") Map<String, String> producer,
        @Help("properties of the consumers") Map<String, String> consumer,
        @Help("properties of the topics") Map<String, String> topic) {
    private static final int MAX_PARTITIONS = 10_000;
    private static final int MAX_CONSUMERS = 64;
    private static final int MAX_REPLICATION = 100;
    private static final String BOOTSTRAP = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;

    private static final int MAX_PORT = 65_535;

    public KafkaConfig {
        broker = broker == null ? Broker.EMBEDDED : broker;
        nodes = nodes == null ? 1 : nodes;
        brokerJvm = brokerJvm == null ? new JvmOptions("512m", JvmOptions.Gc.G1, List.of()) : brokerJvm;
        server = orEmpty(server);
        partitions = within("partitions", partitions, MAX_PARTITIONS);
        consumers = within("consumers", consumers, MAX_CONSUMERS);
        replication = within("replication", replication, MAX_REPLICATION);
        transactions = transactions != null && transactions;
        checkProperties = checkProperties == null || checkProperties;
        client = orEmpty(client);
        producer = orEmpty(producer);
        consumer = orEmpty(consumer);
        topic = orEmpty(topic);
        checkBroker(broker, bootstrapServers, nodes, server);
        if (consumers > partitions) {
            throw ConfigException.invalid(
                    "consumers", consumers, "at most " + partitions + ", the number of partitions; others would idle");
        }
        if (broker == Broker.EMBEDDED && replication > nodes) {
            throw ConfigException.invalid("replication", replication, "at most " + nodes + ", the number of nodes");
        }
        ClientProperties.check(client, producer, consumer, topic, checkProperties);
    }

    private static void checkBroker(Broker broker, String bootstrapServers, int nodes, Map<String, String> server) {
        if (nodes != 1 && nodes != 3) {
            throw ConfigException.invalid("nodes", nodes, "1 or 3");
        }
        if (broker == Broker.EMBEDDED && bootstrapServers != null) {
            throw ConfigException.invalid(
                    BOOTSTRAP,
                    bootstrapServers,
                    "absent with an embedded broker; add broker: external to use this one");
        }
        if (broker == Broker.EXTERNAL && (bootstrapServers == null || bootstrapServers.isBlank())) {
            throw ConfigException.invalid(BOOTSTRAP, bootstrapServers, "host:port of the external cluster");
        }
        if (broker == Broker.EXTERNAL) {
            for (String address : bootstrapServers.split(",")) {
                checkAddress(address.strip());
            }
        }
        if (broker == Broker.EXTERNAL && !server.isEmpty()) {
            throw ConfigException.invalid("server", server.keySet(), "absent with an external cluster");
        }
    }

    private static void checkAddress(String address) {
        Integer port = Utils.getPort(address);
        if (Utils.getHost(address) == null || port == null || port > MAX_PORT) {
            throw ConfigException.invalid(
                    BOOTSTRAP, address, "host:port of the external cluster, several with commas between");
        }
    }

    private static int within(String name, Integer value, int most) {
        int given = value == null ? 1 : value;
        if (given < 1 || given > most) {
            throw ConfigException.invalid(name, given, "a whole number from 1 to " + most);
        }
        return given;
    }

    private static Map<String, String> orEmpty(Map<String, String> properties) {
        return properties == null ? Map.of() : Map.copyOf(properties);
    }

    /** What the producers wait for: {@code 0}, {@code 1} or {@code all}. */
    String acks() {
        String given = producer.getOrDefault("acks", "all");
        return given.equals("-1") ? "all" : given;
    }

    /** Whether the producers number their messages so that a repeated send is not a duplicate. */
    boolean idempotent() {
        return transactions
                || Boolean.parseBoolean(producer.getOrDefault("enable.idempotence", "" + acks().equals("all")));
    }
}
