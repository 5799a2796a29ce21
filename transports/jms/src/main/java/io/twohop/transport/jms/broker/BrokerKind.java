package io.twohop.transport.jms.broker;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The brokers that a run can start. The jar with a broker's main class names the broker's jars and its client's in its manifest, so that no
 * process has the libraries of two brokers.
 */
public enum BrokerKind {
    /** Apache ActiveMQ Artemis. */
    ARTEMIS(
            "io.twohop.broker.artemis.ArtemisMain",
            "jms-artemis-*.jar",
            "org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory",
            Set.of(Journal.NONE, Journal.NIO, Journal.ASYNCIO)),
    /** Apache ActiveMQ Classic. */
    CLASSIC(
            "io.twohop.broker.classic.ClassicMain",
            "jms-classic-*.jar",
            "org.apache.activemq.ActiveMQConnectionFactory",
            Set.of(Journal.NONE, Journal.KAHADB));

    private final String mainClass;
    private final String jars;
    private final String connectionFactory;
    private final Set<Journal> journals;

    BrokerKind(String mainClass, String jars, String connectionFactory, Set<Journal> journals) {
        this.mainClass = mainClass;
        this.jars = jars;
        this.connectionFactory = connectionFactory;
        this.journals = journals;
    }

    /** Returns the name of the client's connection factory. */
    public String connectionFactory() {
        return connectionFactory;
    }

    /** Returns the storages that the broker has. */
    public Set<Journal> journals() {
        return journals;
    }

    /** Returns the storage of persistent messages unless the file names one. */
    public Journal persistentJournal() {
        return this == ARTEMIS ? Journal.ASYNCIO : Journal.KAHADB;
    }

    String mainClass() {
        return mainClass;
    }

    /** Returns the jar with the broker's main class if it lies beside this class's jar, as in a distribution. */
    public Optional<Path> jar() {
        try {
            Path here = Path.of(BrokerKind.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            if (Files.isRegularFile(here)) {
                try (DirectoryStream<Path> found = Files.newDirectoryStream(here.getParent(), jars)) {
                    for (Path jar : found) {
                        return Optional.of(jar);
                    }
                }
            }
        } catch (IOException | URISyntaxException e) {
            // Counts as absent, which the caller reports.
        }
        return Optional.empty();
    }

    /** Returns the class path of the broker's process: the jar beside this class's, or this JVM's class path if it has the main class. */
    public Optional<String> classPath() {
        return jar().map(Path::toString)
                .or(() -> Optional.ofNullable(
                                BrokerKind.class.getResource("/" + mainClass.replace('.', '/') + ".class"))
                        .map(here -> System.getProperty("java.class.path")));
    }
}
