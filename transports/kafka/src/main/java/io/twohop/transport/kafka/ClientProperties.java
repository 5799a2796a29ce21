package io.twohop.transport.kafka;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.transport.kafka.broker.EmbeddedCluster;
import io.twohop.transport.kafka.broker.Sasl;
import io.twohop.transport.kit.Broker;
import io.twohop.transport.kit.ServerUser;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.config.internals.BrokerSecurityConfigs;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/** The properties of a transport file, checked as the client would check them and completed for each client. */
final class ClientProperties {
    private static final Set<String> OURS = Set.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            ProducerConfig.CLIENT_ID_CONFIG,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ProducerConfig.PARTITIONER_CLASS_CONFIG,
            ConsumerConfig.GROUP_ID_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);

    private static final String ALLOWED_URLS = BrokerSecurityConfigs.ALLOWED_SASL_OAUTHBEARER_URLS_CONFIG;
    private static final List<String> OAUTH_URLS =
            List.of(SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL, SaslConfigs.SASL_OAUTHBEARER_JWKS_ENDPOINT_URL);

    /** The URLs of all files so far, and the property as last set from them. */
    private static final Set<String> ALLOWED = new ConcurrentSkipListSet<>();

    private static volatile String allowed;

    private final KafkaConfig config;
    private final String bootstrapServers;
    private final Map<String, String> login;

    /** @param address bootstrap servers, or the access to an embedded cluster */
    ClientProperties(KafkaConfig config, String address) {
        this.config = config;
        this.bootstrapServers = EmbeddedCluster.bootstrapServers(address);
        this.login = ServerUser.of(address).map(Sasl::client).orElse(Map.of());
        allowUrls();
    }

    /**
     * Allows the URLs of OAUTHBEARER that the file names. Kafka asks for a list in a system property, since elsewhere its properties come
     * from users who may not choose URLs. A list that the user set stays.
     */
    private void allowUrls() {
        KafkaConfig.Properties properties = config.properties();
        Set<String> urls = Stream.of(properties.client(), properties.producer(), properties.consumer())
                .flatMap(section -> OAUTH_URLS.stream().map(section::get))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        if (!urls.isEmpty()) {
            ALLOWED.addAll(urls);
            String given = System.getProperty(ALLOWED_URLS);
            if (given == null || given.equals(allowed)) {
                allowed = String.join(",", ALLOWED);
                System.setProperty(ALLOWED_URLS, allowed);
            }
        }
    }

    /** Rejects properties that no client knows, values that the client rejects, and properties that the bench sets. */
    static void check(
            Map<String, String> client,
            Map<String, String> producer,
            Map<String, String> consumer,
            Map<String, String> topic,
            boolean unknownToo) {
        check("client", client, ofAnyClient(), unknownToo);
        check("producer", producer, ProducerConfig.configDef().configKeys(), unknownToo);
        check("consumer", consumer, ConsumerConfig.configDef().configKeys(), unknownToo);
        if (unknownToo) {
            topic.forEach((name, value) -> known("topic", name, topicProperties()));
        }
    }

    /**
     * Returns the keys of a transport file that a client's properties stand for. Those that the bench sets are left out, as Kafka's tools
     * ignore what they do not use.
     */
    static Map<String, String> keysOf(Map<String, String> settings) {
        Map<String, String> keys = new LinkedHashMap<>();
        settings.forEach((name, value) -> {
            if (name.equals(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG)) {
                keys.put("broker", Enums.text(Broker.EXTERNAL));
                keys.put(name, value);
            } else if (!OURS.contains(name)) {
                keys.put(section(name) + "." + name, value);
            }
        });
        return keys;
    }

    private static String section(String name) {
        boolean ofProducer = ProducerConfig.configNames().contains(name);
        boolean ofConsumer = ConsumerConfig.configNames().contains(name);
        if (AdminClientConfig.configNames().contains(name) || ofProducer == ofConsumer) {
            return "client";
        }
        return ofProducer ? "producer" : "consumer";
    }

    private static Map<String, ConfigDef.ConfigKey> ofAnyClient() {
        Map<String, ConfigDef.ConfigKey> any =
                new HashMap<>(AdminClientConfig.configDef().configKeys());
        any.putAll(ConsumerConfig.configDef().configKeys());
        any.putAll(ProducerConfig.configDef().configKeys());
        return any;
    }

    /** Whether a property of a section is a password by Kafka's own definition, or unknown to Kafka. */
    static boolean hides(String section, String name) {
        return switch (section) {
            case "client", "producer", "consumer" -> {
                ConfigDef.ConfigKey known = ofAnyClient().get(name);
                yield known == null || known.type == ConfigDef.Type.PASSWORD;
            }
            case "topic" -> !topicProperties().contains(name);
            default -> false;
        };
    }

    private static void check(
            String section, Map<String, String> given, Map<String, ConfigDef.ConfigKey> known, boolean unknownToo) {
        given.forEach((name, value) -> {
            if (OURS.contains(name)) {
                throw ConfigException.invalid(section + "." + name, value, "absent: the bench sets it");
            }
            if (unknownToo) {
                known(section, name, known.keySet());
            }
            // A class of the user's may be on the class path of forks alone, which report one that they do not find.
            if (known.containsKey(name) && known.get(name).type != ConfigDef.Type.CLASS) {
                checkValue(section, known.get(name), value);
            }
        });
    }

    private static void known(String section, String name, Set<String> known) {
        if (!known.contains(name)) {
            throw ConfigException.invalid(
                            section + "." + name,
                            name,
                            "a " + section + " property that Kafka knows, or checkProperties: false")
                    .didYouMean(new TreeSet<>(known));
        }
    }

    private static void checkValue(String section, ConfigDef.ConfigKey key, String value) {
        try {
            Object parsed = ConfigDef.parseType(key.name, value, key.type);
            if (key.validator != null) {
                key.validator.ensureValid(key.name, parsed);
            }
        } catch (org.apache.kafka.common.config.ConfigException e) {
            String why = e.getMessage().replaceFirst("^Invalid value .* for configuration [^:]*:? ?", "");
            String expected = key.type.name().toLowerCase(Locale.ROOT);
            throw ConfigException.invalid(
                    section + "." + key.name, value, "a value that Kafka takes (" + expected + "): " + why);
        }
    }

    /** Returns the names of topic properties, which the client lists as constants only. */
    private static Set<String> topicProperties() {
        return Arrays.stream(TopicConfig.class.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers())
                        && field.getName().endsWith("_CONFIG"))
                .map(ClientProperties::constant)
                .collect(Collectors.toSet());
    }

    private static String constant(Field field) {
        try {
            return (String) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the properties of a client that creates and deletes topics. */
    Map<String, Object> admin() {
        return common(AdminClientConfig.configNames());
    }

    Map<String, Object> producer() {
        Map<String, Object> properties = common(ProducerConfig.configNames());
        properties.putAll(config.properties().producer());
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        return properties;
    }

    Map<String, Object> consumer(String group) {
        Map<String, Object> properties = common(ConsumerConfig.configNames());
        // A new topic is empty, so reading from its beginning misses nothing.
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.putAll(config.properties().consumer());
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteBufferDeserializer.class.getName());
        return properties;
    }

    /** Returns whether a consumer with these properties commits of itself. */
    static boolean commits(Map<String, Object> consumer) {
        return (Boolean) value(consumer, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG);
    }

    /** Returns how often it does so. */
    static Duration commitInterval(Map<String, Object> consumer) {
        return Duration.ofMillis((Integer) value(consumer, ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG));
    }

    private static Object value(Map<String, Object> consumer, String name) {
        ConfigDef.ConfigKey key = ConsumerConfig.configDef().configKeys().get(name);
        return ConfigDef.parseType(name, consumer.getOrDefault(name, key.defaultValue), key.type);
    }

    /** Returns the properties of a consumer of a share group, whose start of reading is a setting of the group. */
    Map<String, Object> shareConsumer(String group) {
        Map<String, Object> properties = consumer(group);
        properties.remove(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG);
        return properties;
    }

    private Map<String, Object> common(Set<String> known) {
        Map<String, Object> properties = new HashMap<>();
        config.properties().client().forEach((name, value) -> {
            if (known.contains(name) || !config.properties().checkProperties()) {
                properties.put(name, value);
            }
        });
        properties.putAll(login);
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return properties;
    }
}
