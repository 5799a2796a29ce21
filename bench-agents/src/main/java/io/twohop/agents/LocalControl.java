package io.twohop.agents;

import io.nats.client.NKey;
import io.twohop.transport.SharedServer;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.PrivateFile;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.nats.server.NatsServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A control server on loopback for one call of the bench. Every user of the machine can reach it, so it has the users and rights of
 * {@code deploy/nats/control.conf}, with keys made for the call that only this user can read.
 */
final class LocalControl implements AutoCloseable {
    /** The file of the directory {@code deploy}, which the build packs into the jar. */
    private static final String CONFIGURATION = "control.conf";

    /** The section that only servers on a network need. */
    private static final String TLS = "(?m)^tls \\{\\n(?:  .*\\n)*}\\n";

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 20;

    private final String name = "twohop-" + UUID.randomUUID();
    private final ControlOptions forAgents;
    private final ControlOptions forBench;
    private final ServerProcess server;

    /**
     * Starts the server; it serves once this returns.
     *
     * @param directory private to this user, and deleted by its owner after {@link #close}
     */
    LocalControl(Path directory) throws IOException, InterruptedException {
        Path binary = NatsServer.find(null);
        Path agentKey = directory.resolve("agent.nk");
        Path benchKey = directory.resolve("bench.nk");
        String agent = newUser(agentKey);
        String bench = newUser(benchKey);
        int port = FreePorts.take(1).get(0);
        String url = "nats://" + SharedServer.LOOPBACK + ":" + port;
        forAgents = options(url, agentKey);
        forBench = options(url, benchKey);
        Path file = Files.writeString(
                directory.resolve("server.conf"),
                String.join(
                        "\n",
                        "server_name: " + name,
                        "listen: " + SharedServer.LOOPBACK + ":" + port,
                        "TWOHOP_STORE: \"" + directory.resolve("store") + "\"",
                        "TWOHOP_AGENT_NKEY: " + agent,
                        "TWOHOP_BENCH_NKEY: " + bench,
                        rights()));
        server = ServerProcess.ignoringInput(
                "control server",
                List.of(binary.toString(), "-c", file.toString()),
                directory.resolve("nats-server.log"));
        try {
            awaitServing();
        } catch (InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private ControlOptions options(String url, Path key) {
        return new ControlOptions(url).with(key).only(Optional.of(name));
    }

    /** Makes a key, writes its seed to a file that only this user can read, and returns the public key. */
    private static String newUser(Path file) throws IOException {
        try {
            NKey key = NKey.createUser(new SecureRandom());
            PrivateFile.create(file, new String(key.getSeed()));
            return new String(key.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new IOException("the control server gets no keys: " + e.getMessage(), e);
        }
    }

    private static String rights() throws IOException {
        try (InputStream in = LocalControl.class.getResourceAsStream(CONFIGURATION)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceFirst(TLS, "");
        }
    }

    private void awaitServing() throws InterruptedException {
        long deadlineNanos = System.nanoTime() + START_LIMIT.toNanos();
        while (true) {
            try (Control control = Control.connect(forBench, Control.Side.BENCH, "twohop-start")) {
                control.makeStream();
                return;
            } catch (AgentsException e) {
                if (!server.isAlive()) {
                    throw new AgentsException("--agents: the control server did not start: " + server.obituary(), e);
                }
                if (System.nanoTime() - deadlineNanos > 0) {
                    throw e;
                }
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** Returns the options for those who work for the call. */
    ControlOptions forAgents() {
        return forAgents;
    }

    /** Returns the options for the call itself. */
    ControlOptions forBench() {
        return forBench;
    }

    @Override
    public void close() {
        server.close();
    }
}
