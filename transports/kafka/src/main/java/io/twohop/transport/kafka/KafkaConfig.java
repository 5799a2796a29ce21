package io.twohop.transport.kafka;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Values;
import io.twohop.transport.kafka.broker.ClusterPlan;
import io.twohop.transport.kit.Broker;
import io.twohop.transport.kit.ServerUser;
import io.twohop.workload.JvmOptions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.utils.Utils;

/**
 * The keys of a Kafka transport file. Clients and brokers receive what is under {@code client}, {@code producer},
 * {@code consumer}, {@code topic} and {@code server} unchanged.
 */
public record KafkaConfig(
        @Section Brokers brokers,

        @Help("number of partitions per topic; 1 by default")
        Integer partitions,

        @Help("number of consumers per hop, each with its own thread; 1 by default")
        Integer consumers,

        @Help("number of replicas per topic; 1 by default") Integer replication,

        @Help("whether the service consumes and publishes in transactions; false by default")
        Boolean transactions,

        @Help(
                "whether consumers divide the partitions among them (consumer) or share them and acknowledge each record (share);"
                        + " consumer by default")
        GroupKind group,

        @Section Properties properties) {
    private static final String LISTENERS_SECURITY = "listener.security.protocol.map";
    private static final String ACKNOWLEDGEMENT_MODE = "share.acknowledgement.mode";
    private static final Set<String> OF_SHARE = Set.of(ACKNOWLEDGEMENT_MODE, "share.acquire.mode");

    /** Properties that the consumers of a share group refuse. */
    private static final Set<String> NOT_OF_SHARE = Set.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
            ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
            ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG);

    private static final int MAX_PARTITIONS = 10_000;
    private static final int MAX_CONSUMERS = 64;
    private static final int MAX_REPLICATION = 100;

    /**
     * The keys that describe brokers.
     *
     * @param bootstrapServers null with embedded brokers
     */
    public record Brokers(
            @Help("whether the run starts brokers or uses a running cluster; embedded by default")
            Broker broker,

            @Help("addresses of the external cluster, host:port separated by commas") @JsonProperty("bootstrap.servers")
            String bootstrapServers,

            @Help("number of embedded brokers: 1 or 3; 1 by default")
            Integer nodes,

            @Help("JVM options of each embedded broker; a heap of 512m and G1 by default, as in Kafka's own script")
            JvmOptions brokerJvm,

            @Help("further properties of the embedded brokers")
            Map<String, String> server) {
        private static final String BOOTSTRAP = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;
        private static final int MAX_PORT = 65_535;

        public Brokers {
            broker = Objects.requireNonNullElse(broker, Broker.EMBEDDED);
            nodes = Objects.requireNonNullElse(nodes, 1);
            brokerJvm =
                    Objects.requireNonNullElseGet(brokerJvm, () -> new JvmOptions("512m", JvmOptions.Gc.G1, List.of()));
            server = Values.copy(server);
            if (nodes != 1 && nodes != 3) {
                throw ConfigException.invalid("nodes", nodes, "1 or 3");
            }
            if (broker == Broker.EXTERNAL) {
                checkExternal(bootstrapServers, server);
            } else if (bootstrapServers != null) {
                throw ConfigException.invalid(
                        BOOTSTRAP,
                        bootstrapServers,
                        "absent with an embedded broker; add broker: external to use this one");
            }
        }

        private static void checkExternal(String bootstrapServers, Map<String, String> server) {
            if (bootstrapServers == null || bootstrapServers.isBlank()) {
                throw ConfigException.invalid(BOOTSTRAP, bootstrapServers, "host:port of the external cluster");
            }
            for (String address : bootstrapServers.split(",")) {
                checkAddress(address.strip());
            }
            if (!server.isEmpty()) {
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

        /** Bootstrap servers of an external cluster; empty for embedded brokers. */
        Optional<String> external() {
            return areExternal() ? Optional.of(bootstrapServers) : Optional.empty();
        }

        boolean areExternal() {
            return broker == Broker.EXTERNAL;
        }
    }

    /** The keys that clients and topics receive unchanged. */
    public record Properties(
            @Help("whether a property that the client does not know is refused; true by default")
            Boolean checkProperties,

            @Help("properties unknown to Kafka whose values results show; none by default")
            List<String> showProperties,

            @Help("properties of all clients; each takes those it knows")
            Map<String, String> client,

            @Help("properties of the producers") Map<String, String> producer,
            @Help("properties of the consumers") Map<String, String> consumer,
            @Help("properties of the topics") Map<String, String> topic) {
        public Properties {
            checkProperties = Objects.requireNonNullElse(checkProperties, true);
            showProperties = List.copyOf(Objects.requireNonNullElse(showProperties, List.of()));
            client = Values.copy(client);
            producer = Values.copy(producer);
            consumer = Values.copy(consumer);
            topic = Values.copy(topic);
            ClientProperties.check(client, producer, consumer, topic, checkProperties);
        }
    }

    public KafkaConfig {
        partitions = Values.within("partitions", partitions, 1, MAX_PARTITIONS);
        consumers = Values.within("consumers", consumers, 1, MAX_CONSUMERS);
        replication = Values.within("replication", replication, 1, MAX_REPLICATION);
        transactions = Objects.requireNonNullElse(transactions, false);
        group = Objects.requireNonNullElse(group, GroupKind.CONSUMER);
        checkGroup(group, transactions, properties);
        if (group == GroupKind.CONSUMER && consumers > partitions) {
            throw ConfigException.invalid(
                    "consumers", consumers, "at most " + partitions + ", the number of partitions; others would idle");
        }
        if (!brokers.areExternal() && replication > brokers.nodes()) {
            throw ConfigException.invalid(
                    "replication", replication, "at most " + brokers.nodes() + ", the number of nodes");
        }
    }

    private static void checkGroup(GroupKind group, boolean transactions, Properties properties) {
        if (group == GroupKind.CONSUMER) {
            refuse(properties, OF_SHARE, "absent without group: share");
            return;
        }
        if (transactions) {
            throw ConfigException.invalid(
                    "transactions", true, "false with group: share, whose acknowledgements no transaction includes");
        }
        refuse(properties, NOT_OF_SHARE, "absent with group: share, whose consumers refuse it");
    }

    private static void refuse(Properties properties, Set<String> names, String expected) {
        Map.of("consumer", properties.consumer(), "client", properties.client())
                .forEach((section, given) -> given.forEach((name, value) -> {
                    if (names.contains(name)) {
                        throw ConfigException.invalid(section + "." + name, value, expected);
                    }
                }));
    }

    boolean isShared() {
        return group == GroupKind.SHARE;
    }

    /** Whether consumers of share groups acknowledge each record by a call, not by their next poll. */
    boolean acknowledgesExplicitly() {
        String given = properties
                .consumer()
                .getOrDefault(ACKNOWLEDGEMENT_MODE, properties.client().getOrDefault(ACKNOWLEDGEMENT_MODE, "implicit"));
        return given.strip().equalsIgnoreCase("explicit");
    }

    /**
     * Returns the plan of the embedded cluster. A user is made for it, unless the file describes how listeners or clients are secured.
     *
     * @param host the address at which clients reach it
     */
    ClusterPlan clusterAt(String host) {
        boolean isDescribed = brokers.server().containsKey(LISTENERS_SECURITY)
                || properties.client().containsKey(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
        Optional<ServerUser> user = isDescribed ? Optional.empty() : Optional.of(ServerUser.made());
        return new ClusterPlan(host, brokers.nodes(), brokers.brokerJvm(), brokers.server(), user);
    }

    /** Returns the acknowledgements that producers wait for: {@code 0}, {@code 1} or {@code all}. */
    String acks() {
        String given = properties.producer().getOrDefault("acks", "all");
        return given.equals("-1") ? "all" : given;
    }

    /** Returns for how long a producer waits for more messages before it sends, in ms; empty if it does not. */
    Optional<String> lingerMillis() {
        String key = ProducerConfig.LINGER_MS_CONFIG;
        Object usual = ProducerConfig.configDef().defaultValues().get(key);
        String millis = properties.producer().getOrDefault(key, usual.toString());
        return Optional.of(millis.strip()).filter(given -> !given.equals("0"));
    }

    /** Whether the producers number their messages so that a repeated send is not a duplicate. */
    boolean idempotent() {
        return transactions
                || Boolean.parseBoolean(
                        properties.producer().getOrDefault("enable.idempotence", "" + acks().equals("all")));
    }
}
