package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.testing.model.Certificates;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A RabbitMQ server that speaks TLS, with a queue of another team, and a user with the rights that docs/rabbitmq.md lists. */
final class ForeignRabbit implements ForeignServers {
    private static final String PASSWORD = "secret-of-bench";
    private static final String ORDERS = "queue orders";
    private static final String ADMIN = "admin:admin";
    private static final Path PROGRAMS = Path.of("/usr/lib/rabbitmq/lib");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path directory;
    private final List<Integer> ports = FreePorts.take(4);
    private final Path file;
    private final ServerProcess names;
    private ServerProcess server;

    ForeignRabbit(Path directory) throws Exception {
        this.directory = directory.toAbsolutePath();
        Certificates certificates = new Certificates(this.directory, PASSWORD);
        write("enabled_plugins", "[rabbitmq_management, rabbitmq_consistent_hash_exchange].");
        write("definitions.json", """
                {"vhosts": [{"name": "/"}],
                 "users": [{"name": "admin", "password": "admin", "tags": "administrator"},
                           {"name": "bench", "password": "%s", "tags": ""}],
                 "permissions": [
                   {"user": "admin", "vhost": "/", "configure": ".*", "write": ".*", "read": ".*"},
                   {"user": "bench", "vhost": "/", "configure": "^twohop-.*", "write": "^(twohop-.*|amq\\\\.default)$",
                    "read": "^twohop-.*"}],
                 "queues": [{"name": "orders", "vhost": "/", "durable": true, "auto_delete": false, "arguments": {}}]}
                """.formatted(PASSWORD));
        write("rabbitmq.conf", """
                listeners.tcp = none
                listeners.ssl.1 = 127.0.0.1:%d
                ssl_options.certfile = %s
                ssl_options.keyfile = %s
                management.tcp.ip = 127.0.0.1
                management.tcp.port = %d
                load_definitions = %s
                log.console = true
                """.formatted(
                        ports.get(0),
                        certificates.certificatePem(),
                        certificates.keyPem(),
                        ports.get(1),
                        this.directory.resolve("definitions.json")));
        Files.createDirectory(this.directory.resolve("home"));
        Path cookie = write("home/.erlang.cookie", "another-team");
        Files.setPosixFilePermissions(cookie, PosixFilePermissions.fromString("r--------"));
        file = write("my-rabbitmq.yaml", """
                transport: rabbitmq
                broker: external
                url: amqps://localhost:%d
                user: bench
                password: %s
                trustStore: %s
                trustStorePassword: %s
                queue: quorum
                """.formatted(ports.get(0), PASSWORD, certificates.trustStore(), PASSWORD));
        names = ServerProcess.ignoringInput(
                "names",
                List.of("/usr/bin/epmd", "-port", ports.get(3).toString(), "-address", "127.0.0.1"),
                this.directory.resolve("names.log"));
        start();
        assertThat(listing()).containsExactly(ORDERS);
    }

    /** Skips the caller's tests where the server is not installed; .ci/run takes a skipped test for a failure. */
    static void assume() {
        Assumptions.assumeTrue(Files.isDirectory(PROGRAMS), "no RabbitMQ below " + PROGRAMS);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static Path script() throws IOException {
        try (Stream<Path> versions = Files.list(PROGRAMS)) {
            return versions.map(version -> version.resolve("sbin/rabbitmq-server"))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Override
    public void start() throws Exception {
        List<String> command = new ArrayList<>(List.of("/usr/bin/env", "HOME=" + directory.resolve("home")));
        command.add("RUNNING_UNDER_SYSTEMD=1");
        command.add("ERL_FLAGS=-start_epmd false");
        command.add("ERL_EPMD_PORT=" + ports.get(3));
        command.add("RABBITMQ_DIST_PORT=" + ports.get(2));
        command.add("RABBITMQ_NODENAME=foreign" + ports.get(0) + "@localhost");
        command.add("RABBITMQ_MNESIA_BASE=" + directory.resolve("data"));
        command.add("RABBITMQ_LOG_BASE=" + directory.resolve("log"));
        command.add("RABBITMQ_ENABLED_PLUGINS_FILE=" + directory.resolve("enabled_plugins"));
        command.add("RABBITMQ_CONFIG_FILE=" + directory.resolve("rabbitmq.conf"));
        command.add("RABBITMQ_PID_FILE=" + directory.resolve("pid"));
        command.add("RABBITMQ_GENERATED_CONFIG_DIR=" + directory.resolve("generated"));
        command.add("RABBITMQ_CONF_ENV_FILE=/dev/null");
        command.add(script().toString());
        server = ServerProcess.ignoringInput("server", command, directory.resolve("server.log"));
        // It answers before it has loaded the definitions.
        await().atMost(Duration.ofMinutes(2))
                .ignoreExceptions()
                .until(() -> listing().contains(ORDERS) && listensForClients());
    }

    private boolean listensForClients() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ports.get(0))) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Path file() {
        return file;
    }

    /** Asks for the definitions, since the lists of the server are some seconds old. */
    @Override
    public List<String> listing() throws Exception {
        String authorization = "Basic " + Base64.getEncoder().encodeToString(ADMIN.getBytes());
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + ports.get(1) + "/api/definitions"))
                .header("Authorization", authorization)
                .timeout(Duration.ofSeconds(10))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        JsonNode definitions = new ObjectMapper().readTree(response.body());
        TreeSet<String> all = new TreeSet<>();
        definitions
                .path("queues")
                .forEach(queue -> all.add("queue " + queue.path("name").asText()));
        definitions
                .path("exchanges")
                .forEach(exchange -> all.add("exchange " + exchange.path("name").asText()));
        return List.copyOf(all);
    }

    @Override
    public void kill() {
        server.close();
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
    public void close() {
        if (server != null) {
            server.close();
        }
        names.close();
    }
}
