package io.twohop.junit;

import io.twohop.TransportServer;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFiles;
import io.twohop.transport.TransportException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Starts and stops the servers of {@link BenchTransport} fields. Stateless: the fields hold the servers. */
final class BenchTransports implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    @Override
    public void beforeAll(ExtensionContext context) throws InterruptedException {
        for (ServerField field : ServerField.ofClass(context.getRequiredTestClass())) {
            field.set(start(field, context));
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws InterruptedException {
        for (ServerField field : ServerField.ofInstances(context.getRequiredTestInstances())) {
            field.set(start(field, context));
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ServerField.ofInstances(context.getRequiredTestInstances()).forEach(BenchTransports::end);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        ServerField.ofClass(context.getRequiredTestClass()).forEach(BenchTransports::end);
    }

    private static TransportServer start(ServerField field, ExtensionContext context) throws InterruptedException {
        YamlDocument document = TransportFiles.find(field.file());
        for (Attributes.Pair pair :
                Attributes.pairs("@BenchTransport set", field.annotation().set())) {
            document = document.with(pair.key(), pair.value(), pair.toString());
        }
        Path logs =
                Measured.results(context).resolve(context.getRequiredTestClass().getSimpleName() + "." + field.name());
        try {
            TransportServer server = TransportServer.start(document, logs);
            createTopics(server, field.annotation().topics());
            return server;
        } catch (TransportException e) {
            throw field.annotation().whenUnavailable().of(field.file(), e.getMessage(), e);
        }
    }

    private static void createTopics(TransportServer server, String[] topics) throws InterruptedException {
        boolean areCreated = false;
        try {
            for (String topic : topics) {
                int colon = topic.lastIndexOf(':');
                server.createTopic(
                        colon < 0 ? topic : topic.substring(0, colon),
                        colon < 0 ? 1 : partitions(topic, topic.substring(colon + 1)));
            }
            areCreated = true;
        } finally {
            if (!areCreated) {
                server.close();
            }
        }
    }

    private static int partitions(String topic, String number) {
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            throw ConfigException.invalid("@BenchTransport topics", topic, "name:partitions, such as orders:2");
        }
    }

    private static void end(ServerField field) {
        TransportServer server = field.get();
        if (server != null) {
            field.set(null);
            server.close();
        }
    }
}
