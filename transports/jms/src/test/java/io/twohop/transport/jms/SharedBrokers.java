package io.twohop.transport.jms;

import io.twohop.transport.JvmRecorder;
import io.twohop.transport.jms.broker.BrokerKind;
import io.twohop.transport.jms.broker.BrokerPlan;
import io.twohop.transport.jms.broker.EmbeddedBroker;
import io.twohop.transport.jms.broker.Journal;
import io.twohop.workload.JvmOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Brokers in memory for all tests of this JVM, as a user's own would be; they end with it. */
final class SharedBrokers {
    private SharedBrokers() {}

    private static final class Artemis {
        static final EmbeddedBroker BROKER = start(BrokerKind.ARTEMIS, Journal.NONE);
    }

    private static final class Classic {
        static final EmbeddedBroker BROKER = start(BrokerKind.CLASSIC, Journal.NONE);
    }

    private static final class InJournal {
        static final EmbeddedBroker BROKER = start(BrokerKind.ARTEMIS, Journal.ASYNCIO);
    }

    private static EmbeddedBroker start(BrokerKind kind, Journal journal) {
        try {
            Path directory =
                    Files.createTempDirectory(Path.of("target"), "brokers-").toAbsolutePath();
            return start(kind, journal, directory);
        } catch (Exception e) {
            throw new IllegalStateException("no broker for the tests", e);
        }
    }

    static EmbeddedBroker start(BrokerKind kind, Journal journal, Path directory) throws Exception {
        return start(kind, journal, directory, Map.of());
    }

    /** @param server further properties of the broker */
    static EmbeddedBroker start(BrokerKind kind, Journal journal, Path directory, Map<String, String> server)
            throws Exception {
        JvmOptions jvm = new JvmOptions("256m", JvmOptions.Gc.G1, List.of());
        return new EmbeddedBroker(
                new BrokerPlan(kind, "127.0.0.1", journal, jvm, server), directory, directory, JvmRecorder.NONE);
    }

    /** Returns the lines of a transport file for the shared broker of a kind, without user and password. */
    static String stranger(BrokerKind kind, String parameters) {
        return stranger(of(kind), kind, parameters);
    }

    private static String stranger(EmbeddedBroker broker, BrokerKind kind, String parameters) {
        return "broker: external\nconnectionFactory: " + kind.connectionFactory() + "\nsetters: { brokerURL: \""
                + broker.clientProperties().get("url") + parameters + "\" }\n";
    }

    /** Returns the lines of a transport file for the shared broker of a kind. */
    static String external(BrokerKind kind, String parameters) {
        return external(of(kind), kind, parameters);
    }

    /** Returns the lines of a transport file for a broker that keeps messages in its journal. */
    static String inJournal() {
        return external(InJournal.BROKER, BrokerKind.ARTEMIS, "") + "persistent: true\n";
    }

    static String external(EmbeddedBroker broker, BrokerKind kind, String parameters) {
        Map<String, String> client = broker.clientProperties();
        return stranger(broker, kind, parameters) + "user: " + client.get("user") + "\npassword: "
                + client.get("password") + "\n";
    }

    private static EmbeddedBroker of(BrokerKind kind) {
        return kind == BrokerKind.ARTEMIS ? Artemis.BROKER : Classic.BROKER;
    }
}
