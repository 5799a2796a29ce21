package io.twohop.agents;

import io.nats.client.NKey;
import io.twohop.testing.model.Certificates;
import io.twohop.transport.nats.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/** A real control server by the configuration in {@code deploy}: over TLS, for those who hold a key. */
final class ControlServer implements AutoCloseable {
    private static final Path CONFIGURATION = Path.of("..", "deploy", "nats", "control.conf");
    private static final String PASSWORD = "of-the-trust-store";

    private final Path directory;
    private final Path trustStore;
    private final TestServer server;
    private final Path agentKey;
    private final Path benchKey;

    /** Serves once this returns. */
    ControlServer(Path directory) throws Exception {
        this.directory = directory;
        Certificates certificates = new Certificates(directory, PASSWORD);
        trustStore = certificates.trustStore();
        NKey agent = NKey.createUser(new SecureRandom());
        NKey bench = NKey.createUser(new SecureRandom());
        agentKey = seed("agent.nk", agent);
        benchKey = seed("bench.nk", bench);
        server = new TestServer(
                directory,
                String.join(
                        "\n",
                        "TWOHOP_STORE: \"" + directory.resolve("store") + "\"",
                        "TWOHOP_CERT: \"" + certificates.certificatePem() + "\"",
                        "TWOHOP_KEY: \"" + certificates.keyPem() + "\"",
                        "TWOHOP_AGENT_NKEY: " + new String(agent.getPublicKey()),
                        "TWOHOP_BENCH_NKEY: " + new String(bench.getPublicKey()),
                        Files.readString(CONFIGURATION)));
    }

    private Path seed(String name, NKey key) throws Exception {
        return Files.writeString(directory.resolve(name), new String(key.getSeed()));
    }

    ControlOptions forAgents() {
        return options(agentKey);
    }

    ControlOptions forBench() {
        return options(benchKey);
    }

    private ControlOptions options(Path key) {
        return new ControlOptions(
                server.url().replace("nats://127.0.0.1", "tls://localhost"),
                Optional.empty(),
                Optional.of(key),
                Optional.of(trustStore),
                Optional.of(PASSWORD),
                Optional.empty());
    }

    /** Kills it, and starts it again. */
    void restart() throws IOException, InterruptedException {
        server.kill();
        server.start();
    }

    /** What it refused. */
    String log() throws IOException {
        return Files.readString(directory.resolve("server.log"));
    }

    @Override
    public void close() {
        server.close();
    }
}
