package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.StreamConfiguration;
import io.twohop.testing.model.Certificates;
import io.twohop.transport.kafka.broker.SecuredBroker;
import io.twohop.transport.nats.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Servers that are not the bench's, with data of another team, and what is on them. */
interface ForeignServers extends AutoCloseable {
    /** A transport file. */
    Path file();

    /** Returns everything on the servers, sorted by name. */
    List<String> listing() throws Exception;

    /** Kills the servers. */
    void kill();

    /** Again, with the same data. */
    void start() throws Exception;

    /** Stops the servers' processes, which keep their connections and answer nothing. */
    void pause() throws Exception;

    void resume() throws Exception;

    @Override
    void close();

    /** A Kafka broker that speaks SASL_SSL. */
    final class Kafka implements ForeignServers {
        private final Path file;
        private final SecuredBroker broker;
        private final Admin admin;

        Kafka(Path directory) throws Exception {
            broker = new SecuredBroker(directory);
            file = Files.writeString(
                    directory.resolve("my-kafka.yaml"),
                    broker.yaml("bench", SecuredBroker.PASSWORD, SecuredBroker.PASSWORD));
            admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.inside()));
            admin.createTopics(List.of(new NewTopic("orders", 1, (short) 1)))
                    .all()
                    .get();
            admin.alterConsumerGroupOffsets(
                            "billing", Map.of(new TopicPartition("orders", 0), new OffsetAndMetadata(0)))
                    .all()
                    .get();
            assertThat(listing()).contains("topic orders", "group billing");
        }

        @Override
        public Path file() {
            return file;
        }

        @Override
        public List<String> listing() throws Exception {
            TreeSet<String> all = new TreeSet<>();
            admin.listTopics().names().get().forEach(topic -> all.add("topic " + topic));
            for (GroupListing group : admin.listGroups().all().get()) {
                all.add("group " + group.groupId());
            }
            return List.copyOf(all);
        }

        @Override
        public void kill() {
            broker.kill();
        }

        @Override
        public void start() throws Exception {
            broker.start();
        }

        @Override
        public void pause() throws Exception {
            broker.pause();
        }

        @Override
        public void resume() throws Exception {
            broker.resume();
        }

        @Override
        public void close() {
            admin.close();
            broker.close();
        }
    }

    /** A NATS server that speaks TLS. */
    final class JetStream implements ForeignServers {
        private static final String PASSWORD = "secret-of-bench";

        private final Certificates certificates;
        private final TestServer server;
        private final Path file;

        JetStream(Path directory) throws Exception {
            certificates = new Certificates(directory, PASSWORD);
            server = new TestServer(directory, """
                    server_name: warehouse
                    tls { cert_file: "%s", key_file: "%s" }
                    jetstream { store_dir: "%s" }
                    authorization { user: bench, password: %s }
                    """.formatted(
                            certificates.certificatePem(), certificates.keyPem(), directory.resolve("js"), PASSWORD));
            file = Files.writeString(directory.resolve("my-nats.yaml"), """
                    transport: nats
                    broker: external
                    url: %s
                    mode: jetstream
                    storage: file
                    client:
                      username: bench
                      password: %s
                      trustStore: %s
                      trustStorePassword: %s
                    """.formatted(
                            url(), PASSWORD, certificates.trustStore(), PASSWORD));
            Connection connection = connect();
            connection
                    .jetStreamManagement()
                    .addStream(StreamConfiguration.builder()
                            .name("ORDERS")
                            .subjects("orders.>")
                            .build());
            connection.close();
        }

        private String url() {
            return server.url().replace("nats://127.0.0.1", "tls://localhost");
        }

        private Connection connect() throws IOException, InterruptedException {
            return Nats.connect(new Options.Builder()
                    .server(url())
                    .userInfo("bench", PASSWORD)
                    .truststorePath(certificates.trustStore().toString())
                    .truststorePassword(PASSWORD.toCharArray())
                    .build());
        }

        @Override
        public Path file() {
            return file;
        }

        @Override
        public List<String> listing() throws Exception {
            Connection connection = connect();
            try {
                return connection.jetStreamManagement().getStreamNames().stream()
                        .map(stream -> "stream " + stream)
                        .sorted()
                        .toList();
            } finally {
                // Over TLS the client waits a second for its reader.
                Thread closer = new Thread(() -> close(connection));
                closer.setDaemon(true);
                closer.start();
            }
        }

        private static void close(Connection connection) {
            try {
                connection.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void pause() throws Exception {
            server.pause();
        }

        @Override
        public void resume() throws Exception {
            server.resume();
        }

        @Override
        public void kill() {
            server.kill();
        }

        @Override
        public void start() throws Exception {
            server.start();
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
