package io.twohop.system;

import static org.awaitility.Awaitility.await;

import io.twohop.testing.model.Certificates;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.ServerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** An Artemis broker that speaks TLS only, with a queue of another team. */
final class ForeignArtemis implements ForeignServers {
    private static final String PASSWORD = "secret-of-bench";
    private static final String ORDERS = "queue orders";

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Integer> ports = FreePorts.take(2);
    private final Path directory;
    private final Path file;
    private ServerProcess broker;

    ForeignArtemis(Path directory) throws Exception {
        this.directory = directory.toAbsolutePath();
        Certificates certificates = new Certificates(this.directory, PASSWORD);
        file = Files.writeString(this.directory.resolve("my-artemis.yaml"), """
                transport: jms
                broker: external
                clientJars: [%s]
                connectionFactory: org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory
                setters:
                  brokerURL: "tcp://localhost:%d?sslEnabled=true&trustStorePath=%s&trustStoreType=PKCS12&trustStorePassword=%s"
                user: bench
                password: %s
                """.formatted(
                JmsCommandTest.jar("jms-artemis-*.jar"), ports.get(0), certificates.trustStore(), PASSWORD, PASSWORD));
        start();
    }

    @Override
    public void start() throws Exception {
        broker = ServerProcess.ignoringInput(
                "broker",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        JmsCommandTest.jar("jms-artemis-*.jar").toString(),
                        Path.of(ForeignArtemis.class
                                        .getResource("/foreign/Artemis.java")
                                        .toURI())
                                .toString(),
                        ports.get(0).toString(),
                        ports.get(1).toString(),
                        directory.toString(),
                        PASSWORD),
                directory.resolve("broker.log"));
        await().atMost(Duration.ofMinutes(2))
                .ignoreExceptions()
                .until(() -> listing().contains(ORDERS));
    }

    @Override
    public Path file() {
        return file;
    }

    /** Without the queues of the clients' own connections. */
    @Override
    public List<String> listing() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(1)))
                .timeout(Duration.ofSeconds(10))
                .build();
        String names =
                client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        return Stream.of(names.split("\n"))
                .filter(name -> name.equals("orders") || name.startsWith("twohop"))
                .map(name -> "queue " + name)
                .sorted()
                .toList();
    }

    @Override
    public void kill() {
        broker.close();
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
        broker.close();
    }
}
