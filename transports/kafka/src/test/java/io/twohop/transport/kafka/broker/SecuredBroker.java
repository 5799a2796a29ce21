package io.twohop.transport.kafka.broker;

import io.twohop.testing.model.Certificates;
import io.twohop.testing.run.OddPassword;
import io.twohop.transport.SharedServer;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.workload.JvmOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;

/** A broker that speaks SASL_SSL with certificates of its own, knows two users and grants one of them everything. */
public final class SecuredBroker implements AutoCloseable {
    public static final String PASSWORD = "secret-of-bench";

    /** A cold broker and a cold client agree on keys, which takes seconds on a busy machine. */
    private static final int LIMIT_MILLIS = 60_000;

    /** On a machine that starts others, too. */
    private static final int START_LIMIT_MILLIS = 150_000;

    private static final long LOOK_MILLIS = 100;

    private final Path directory;
    private final Certificates certificates;
    private final int port;
    private final String inside;
    private final ServerProcess process;

    /** Serves once this returns. */
    public SecuredBroker(Path directory) throws Exception {
        this.directory = directory;
        certificates = new Certificates(directory, PASSWORD);
        List<Integer> ports = FreePorts.take(3);
        port = ports.get(2);
        inside = "127.0.0.1:" + ports.get(0);
        process = BrokerProcess.start(
                BrokerJar.classPath().orElseThrow(),
                List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                Uuid.randomUuid().toString(),
                NodeSettings.of(
                        new ClusterPlan(
                                SharedServer.LOOPBACK, 1, JvmOptions.defaults(), settings(ports), Optional.empty()),
                        1,
                        ports.subList(0, 1),
                        ports.subList(1, 2),
                        directory.resolve("log")),
                directory,
                directory.resolve("broker.log"));
        awaitServing(inside);
    }

    /** A run of a test gives up after some seconds, which a broker may need to start. */
    private void awaitServing(String address) throws Exception {
        try (Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                address,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                START_LIMIT_MILLIS))) {
            KafkaFuture<Collection<Node>> nodes = admin.describeCluster().nodes();
            while (!nodes.isDone()) {
                if (!process.isAlive()) {
                    throw new IllegalStateException(process.obituary());
                }
                Thread.sleep(LOOK_MILLIS);
            }
            nodes.get();
        } catch (ExecutionException e) {
            process.close();
            throw new IllegalStateException("the broker does not serve; it said: " + process.lastWords(), e);
        }
    }

    private Map<String, String> settings(List<Integer> ports) {
        Map<String, String> settings = new HashMap<>();
        String clients = "CLIENTS://127.0.0.1:" + ports.get(0);
        String secure = "SECURE://localhost:" + port;
        settings.put("listeners", clients + ",CONTROLLER://127.0.0.1:" + ports.get(1) + "," + secure);
        settings.put("advertised.listeners", clients + "," + secure);
        settings.put("listener.security.protocol.map", "CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL");
        settings.put("sasl.enabled.mechanisms", "PLAIN");
        settings.put(
                "listener.name.secure.plain.sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required user_bench=\"" + PASSWORD
                        + "\" user_guest=\"" + PASSWORD + "\" user_odd=" + OddPassword.quoted() + ";");
        settings.put("ssl.keystore.type", "PKCS12");
        settings.put("ssl.keystore.location", certificates.keyStore().toString());
        settings.put("ssl.keystore.password", PASSWORD);
        settings.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        settings.put("super.users", "User:ANONYMOUS;User:bench;User:odd");
        return settings;
    }

    /** Where its operators connect, without a password. */
    public String inside() {
        return inside;
    }

    /** A transport file for a user of this broker. */
    public String yaml(String user, String password, String truststorePassword) {
        return """
                transport: kafka
                broker: external
                bootstrap.servers: localhost:%d
                client:
                  security.protocol: SASL_SSL
                  sasl.mechanism: PLAIN
                  sasl.jaas.config: >-
                    org.apache.kafka.common.security.plain.PlainLoginModule required
                    username="%s" password="%s";
                  ssl.truststore.type: PKCS12
                  ssl.truststore.location: %s
                  ssl.truststore.password: %s
                  default.api.timeout.ms: %d
                """.formatted(port, user, password, certificates.trustStore(), truststorePassword, LIMIT_MILLIS);
    }

    /** As a crash would. */
    public void kill() {
        process.kill();
    }

    /** Again, with the same data and ports; serves once this returns. */
    public void start() throws Exception {
        process.start();
        awaitServing(inside);
    }

    /** It answers nobody, and its connections stay. */
    public void pause() throws IOException, InterruptedException {
        process.pause();
    }

    public void resume() throws IOException, InterruptedException {
        process.resume();
    }

    @Override
    public void close() {
        process.close();
    }
}
