package io.twohop.cli.omb;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.twohop.config.YamlDocument;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The driver for JMS, with the connection factories of Artemis and ActiveMQ Classic. */
final class JmsDriver implements Driver {
    static final String ARTEMIS = "org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory";

    private static final String CLASSIC = "org.apache.activemq.ActiveMQConnectionFactory";
    private static final String FACTORY = "connectionFactoryClassName";
    private static final String PARAMETER = "connectionFactoryConfigurationParam";
    private static final String PREFIX = "topicNamePrefix";
    private static final String SELECTOR = "messageSelector";
    private static final String PROPERTIES = "properties";
    private static final String API = "use20api";
    private static final String TRANSACTIONS = "sendWithTransactions";
    private static final String DELEGATE = "delegateForAdminOperationsClassName";

    @Override
    public String transport() {
        return "jms";
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
        Map<String, Type> keys = new LinkedHashMap<>();
        List.of(FACTORY, PARAMETER, PREFIX, SELECTOR, DELEGATE).forEach(key -> keys.put(key, String.class));
        List.of(API, TRANSACTIONS).forEach(key -> keys.put(key, Boolean.class));
        keys.put(PROPERTIES, Lists.TEXTS);
        return keys;
    }

    @Override
    public void refuse(YamlDocument file) {
        String factory = file.text(FACTORY).orElse(null);
        if (!ARTEMIS.equals(factory) && !CLASSIC.equals(factory)) {
            throw file.invalid(
                    FACTORY,
                    factory,
                    "the connection factory of Artemis or ActiveMQ Classic; for another provider write a transport file as"
                            + " in docs/jms.md");
        }
        if (file.hasMappings(PROPERTIES)) {
            throw file.invalid(
                    PROPERTIES, "a list", "no properties; -Dheaders=1x3B gives each message one of three bytes");
        }
        file.text(DELEGATE).filter(name -> !name.isBlank()).ifPresent(name -> {
            throw file.invalid(DELEGATE, name, "none: a run creates its queues over JMS");
        });
    }

    @Override
    public void translate(Translation file, Map<String, Object> given, boolean embedded) {
        String factory = (String) given.get(FACTORY);
        Translation.Row row = file.row(FACTORY, factory);
        if (embedded) {
            row.mapped("provider", provider(factory));
        } else {
            row.mapped("connectionFactory", factory);
        }
        broker(file, PARAMETER, (String) given.get(PARAMETER), factory, embedded);
        file.row("(this driver)", "persistent messages").mapped("persistent", true);
        file.row("(this driver)", "topics, which acknowledge by themselves")
                .approximated(
                        "acknowledge", "client", "queues, whose messages are acknowledged when they have been handled");
        boolean hasCompletions = (Boolean) given.getOrDefault(API, false);
        file.row(API, hasCompletions)
                .mapped(
                        "publish",
                        hasCompletions ? "async" : "sync",
                        hasCompletions ? "sends with completions" : "each send waits");
        refused(file, given);
        if (given.containsKey(DELEGATE)) {
            file.row(DELEGATE, given.get(DELEGATE)).unused("none");
        }
        if (given.containsKey(PREFIX)) {
            file.row(PREFIX, given.get(PREFIX)).unused("the run's queues are named after the run");
        }
    }

    private static void refused(Translation file, Map<String, Object> given) {
        if (Boolean.TRUE.equals(given.get(TRANSACTIONS))) {
            file.row(TRANSACTIONS, true).refused("false: transactions of producers are not measured here");
        } else if (given.containsKey(TRANSACTIONS)) {
            file.row(TRANSACTIONS, false).unused("no transactions, as here");
        }
        if (given.containsKey(SELECTOR)) {
            file.row(SELECTOR, given.get(SELECTOR)).refused("no selector: consumers take every message");
        }
        if (given.containsKey(PROPERTIES)) {
            file.row(PROPERTIES, given.get(PROPERTIES)).unused("none");
        }
    }

    private static String provider(String factory) {
        return factory.equals(ARTEMIS) ? "artemis" : "classic";
    }

    /** Translates the address of a broker of Artemis or Classic. */
    static void broker(Translation file, String key, String address, String factory, boolean embedded) {
        Translation.Row row =
                file.row(key, address == null ? "absent" : address).with("broker", Servers.broker(embedded));
        if (embedded) {
            row.with("provider", provider(factory)).unused("--embedded: a broker of the run");
        } else if (address == null || address.isBlank()) {
            row.refused("the broker's address, or --embedded for a broker of the run");
        } else {
            row.with("connectionFactory", factory)
                    .mapped(
                            "setters",
                            JsonNodeFactory.instance.objectNode().put("brokerURL", address),
                            "the client's jars are yours: -DclientJars=... (docs/jms.md)");
        }
    }
}
