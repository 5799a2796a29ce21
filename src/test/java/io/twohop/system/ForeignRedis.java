package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twohop.testing.model.Certificates;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.ServerProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A Redis server that speaks TLS, with a stream of another team, and a user with the rights that docs/redis.md lists. */
final class ForeignRedis implements ForeignServers {
    private static final String PASSWORD = "secret-of-bench";
    private static final String ADMIN = "admin";
    private static final String STREAM = "stream orders";

    private final Path directory;
    private final int inside = FreePorts.take(1).get(0);
    private final Path configuration;
    private final Path file;
    private ServerProcess server;

    ForeignRedis(Path directory) throws Exception {
        this.directory = directory.toAbsolutePath();
        Certificates certificates = new Certificates(this.directory, PASSWORD);
        int port = FreePorts.take(1).get(0);
        configuration = Files.writeString(this.directory.resolve("redis.conf"), """
                bind 127.0.0.1
                port %d
                tls-port %d
                tls-auth-clients no
                tls-cert-file %s
                tls-key-file %s
                dir %s
                appendonly yes
                appendfsync always
                user default off
                user admin on >%s ~* &* +@all
                user bench on >%s ~twohop-* &twohop-* +xadd +xreadgroup +xack +xautoclaim +xgroup +xinfo +xpending +xtrim +unlink +publish +subscribe +info +config|get
                """.formatted(
                inside, port, certificates.certificatePem(), certificates.keyPem(), this.directory, ADMIN, PASSWORD));
        file = Files.writeString(this.directory.resolve("my-redis.yaml"), """
                transport: redis
                broker: external
                url: rediss://localhost:%d
                user: bench
                password: %s
                trustStore: %s
                trustStorePassword: %s
                """.formatted(
                        port, PASSWORD, certificates.trustStore(), PASSWORD));
        start();
        ask("xadd", "orders", "*", "m", "theirs");
        assertThat(listing()).containsExactly(STREAM);
    }

    /** Returns the lines of the answer. */
    private List<String> ask(String... command) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "redis-cli",
                "-h",
                "127.0.0.1",
                "-p",
                Integer.toString(inside),
                "--user",
                ADMIN,
                "--pass",
                ADMIN,
                "--no-auth-warning"));
        all.addAll(Arrays.asList(command));
        Process client = new ProcessBuilder(all).redirectErrorStream(true).start();
        String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(client.waitFor()).as(answer).isZero();
        return answer.lines().filter(line -> !line.isBlank()).toList();
    }

    @Override
    public void start() throws Exception {
        server = ServerProcess.ignoringInput(
                "server", List.of("redis-server", configuration.toString()), directory.resolve("server.log"));
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .ignoreException(AssertionError.class)
                .until(() -> ask("ping").equals(List.of("PONG")));
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public List<String> listing() throws Exception {
        return ask("keys", "*").stream().map("stream "::concat).sorted().toList();
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
        server.close();
    }
}
