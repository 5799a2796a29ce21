package io.twohop.transport.jms;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Values;
import io.twohop.transport.jms.broker.BrokerKind;
import io.twohop.transport.jms.broker.BrokerPlan;
import io.twohop.transport.jms.broker.Journal;
import io.twohop.transport.kit.Broker;
import io.twohop.workload.JvmOptions;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The keys of a JMS transport file. The connection factory and the broker receive what is under {@code setters}, {@code jndi} and {@code server}. */
public record JmsConfig(
        @Section Embedded embedded,
        @Section Client client,

        @Help("whether messages are persistent; false by default")
        Boolean persistent,

        @Help(
                "acknowledgement of received messages: auto, client, dups-ok, transacted, individual, or the number of the provider's mode; client by default")
        String acknowledge,

        @Help(
                "whether publishers wait for each send (sync) or for the provider's completions (async); async by default, sync where the provider has no completions")
        Publish publish,

        @Help("number of sends without completion at which an asynchronous publisher pushes back; 1000 by default")
        Integer maxInFlight,

        @Help("number of consumers per hop, each with its own thread and connection; 1 by default")
        Integer consumers) {
    private static final int MAX_CONSUMERS = 64;
    private static final int MAX_WINDOW = 1 << 20;

    /** The way of sending. */
    public enum Publish {
        /** A bounded number of completions may be outstanding. */
        ASYNC,
        /** Each send waits. */
        SYNC
    }

    /** The type of messages. */
    public enum Body {
        /** A {@code BytesMessage}. */
        BYTES,
        /** A {@code TextMessage}, whose text is the payload in UTF-8. */
        TEXT
    }

    /**
     * The keys of a broker that the run starts.
     *
     * @param journal null for the broker's default
     */
    public record Embedded(
            @Help("whether the run starts a broker or uses a running one; embedded by default")
            Broker broker,

            @Help("the embedded broker: artemis or classic; artemis by default")
            BrokerKind provider,

            @Help(
                    "storage of persistent messages: asyncio or nio (Artemis), kahadb (Classic); asyncio and kahadb by default")
            Journal journal,

            @Help("JVM options of the embedded broker; a heap of 512m and G1 by default")
            JvmOptions brokerJvm,

            @Help("further properties of the embedded broker, under its configuration's own names")
            Map<String, String> server) {
        public Embedded {
            broker = Objects.requireNonNullElse(broker, Broker.EMBEDDED);
            server = Values.copy(server);
            if (broker == Broker.EXTERNAL) {
                Given.of("provider", provider)
                        .onlyIf(false, "absent with an external broker, whose client connectionFactory or jndi names");
                Given.of("journal", journal).onlyIf(false, "absent with an external broker");
                Given.of("server", server.isEmpty() ? null : server).onlyIf(false, "absent with an external broker");
            }
            provider = Objects.requireNonNullElse(provider, BrokerKind.ARTEMIS);
            brokerJvm =
                    Objects.requireNonNullElseGet(brokerJvm, () -> new JvmOptions("512m", JvmOptions.Gc.G1, List.of()));
            BrokerKind kind = provider;
            Given.of("journal", journal)
                    .onlyIf(
                            given -> given != Journal.NONE && kind.journals().contains(given),
                            kind == BrokerKind.ARTEMIS ? "asyncio or nio with Artemis" : "kahadb with Classic");
        }
    }

    /**
     * The keys of an external broker's client.
     *
     * @param connectionFactory null for one by JNDI
     * @param user null for none
     */
    public record Client(
            @Help("class of the connection factory, from clientJars")
            String connectionFactory,

            @Help("values for the setters of the connection factory: numbers, booleans and strings")
            Map<String, String> setters,

            @Help("properties of a JNDI context that has the connection factory, instead of its class")
            Map<String, String> jndi,

            @Help("name of the connection factory in that context; ConnectionFactory by default")
            String lookup,

            @Help("user of the connections; none by default")
            String user,

            @Help("password of that user") String password,

            @Section Existing existing) {
        public Client {
            setters = Values.copy(setters);
            jndi = Values.copy(jndi);
            Given.of("connectionFactory", connectionFactory)
                    .onlyIf(jndi.isEmpty(), "absent with jndi, which names the connection factory by lookup");
            Given.of("setters", setters.isEmpty() ? null : setters)
                    .onlyIf(connectionFactory != null, "absent without connectionFactory");
            Given.of("lookup", lookup).onlyIf(!jndi.isEmpty(), "absent without jndi");
            Given.of("password", password).onlyIf(user != null, "absent without user");
            lookup = Objects.requireNonNullElse(lookup, "ConnectionFactory");
        }

        private boolean isAbsent() {
            return connectionFactory == null && jndi.isEmpty() && user == null && !existing.hasQueues();
        }
    }

    /**
     * The keys of queues that exist already, and of messages on them.
     *
     * @param requests null for a queue of the run's own
     * @param body null for the default
     */
    public record Existing(
            @Help("an existing queue for the requests, where the provider does not create queues by itself")
            String requests,

            @Help("an existing queue for the replies") String replies,

            @Help(
                    "type of the requests to a deployed service: bytes (BytesMessage) or text (TextMessage); bytes by default")
            Body body) {
        public Existing {
            Given.of("replies", replies)
                    .onlyIf(requests != null, "absent without requests")
                    .neededIf(requests != null, "a queue for the replies beside that for the requests");
        }

        /** Whether the run uses queues of the user's own. */
        boolean hasQueues() {
            return requests != null;
        }

        boolean isText() {
            return body == Body.TEXT;
        }
    }

    public JmsConfig {
        persistent = Objects.requireNonNullElse(persistent, false);
        acknowledge = Objects.requireNonNullElse(acknowledge, "client");
        publish = Objects.requireNonNullElse(publish, Publish.ASYNC);
        maxInFlight = Values.within("maxInFlight", maxInFlight, 1_000, MAX_WINDOW);
        consumers = Values.within("consumers", consumers, 1, MAX_CONSUMERS);
        AcknowledgeMode.check(acknowledge);
        boolean external = embedded.broker() == Broker.EXTERNAL;
        Given.of("journal", embedded.journal()).onlyIf(persistent, "absent without persistent: true");
        if (external && client.connectionFactory() == null && client.jndi().isEmpty()) {
            throw ConfigException.invalid(
                    "connectionFactory", "absent", "the class of the provider's connection factory, or jndi");
        }
        if (!external && !client.isAbsent()) {
            throw ConfigException.invalid(
                    "broker", "embedded", "external, where connectionFactory, jndi, user or requests is given");
        }
    }

    boolean isExternal() {
        return embedded.broker() == Broker.EXTERNAL;
    }

    BrokerKind kind() {
        return embedded.provider();
    }

    /** Returns the storage that the embedded broker is asked for. */
    Journal journal() {
        if (!persistent) {
            return Journal.NONE;
        }
        return Objects.requireNonNullElse(embedded.journal(), kind().persistentJournal());
    }

    /** Returns the plan of the embedded broker. */
    BrokerPlan plan(String host) {
        return new BrokerPlan(kind(), host, journal(), embedded.brokerJvm(), embedded.server());
    }

    /** Returns the name of the provider, as a reader knows it. */
    String providerName() {
        return isExternal() ? "the external provider" : Enums.text(kind());
    }
}
