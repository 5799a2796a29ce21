package io.twohop.transport.natsstreaming;

import io.nats.client.ErrorListener;
import io.nats.streaming.NatsStreaming;
import io.nats.streaming.Options;
import io.twohop.programs.Program;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.PrivateFile;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.kit.ServerUser;
import io.twohop.transport.natsstreaming.StreamingConfig.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** A NATS Streaming server on loopback, with a free port and a private directory, started for one run. */
final class EmbeddedStreaming implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration ASK_LIMIT = Duration.ofSeconds(2);
    private static final long PAUSE_MILLIS = 50;

    /** The server's default. */
    private static final int LEAST_MAX_PAYLOAD = 1 << 20;

    /** Bytes of the ids, subject and checksum around each message. */
    private static final int ENVELOPE = 1 << 10;

    /** Suppresses the client's log of refused connections while the server starts. */
    private static final ErrorListener SILENT = new ErrorListener() {};

    private final Path binary;
    private final String cluster;
    private final int port;
    private final ServerUser user = ServerUser.made();
    private final ServerProcess process;

    /** Starts the server, and waits until it serves. */
    EmbeddedStreaming(StreamingConfig config, RunContext context) throws IOException, InterruptedException {
        binary = StreamingServer.find(config.server());
        cluster = context.runId();
        port = FreePorts.take(1).get(0);
        Path directory = Files.createDirectories(context.dataDirectory().resolve("nats-streaming"));
        Path file = PrivateFile.create(
                directory.resolve("server.conf"), configuration(config, context, directory.resolve("store")));
        process = ServerProcess.ignoringInput(
                ServerProcess.name(1),
                List.of(binary.toString(), "-c", file.toString()),
                context.logDirectory().resolve("nats-streaming-server.log"));
        try {
            awaitServing();
        } catch (InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private String configuration(StreamingConfig config, RunContext context, Path store) {
        return String.join(
                "\n",
                "listen: " + HOST + ":" + port,
                "authorization { user: " + user.name() + ", password: \"" + user.password() + "\" }",
                "max_payload: " + Math.max(LEAST_MAX_PAYLOAD, context.traffic().maxMessageBytes() + ENVELOPE),
                "streaming {",
                "  cluster_id: " + cluster,
                "  store: " + config.store(),
                config.store() == Store.MEMORY ? "" : "  dir: \"" + store + "\"",
                "  file { sync: " + config.sync() + " }",
                // As large as the streams of the shipped JetStream files, whatever the number of messages.
                "  store_limits { max_msgs: 0, max_bytes: 1GB }",
                "}",
                "");
    }

    private void awaitServing() throws InterruptedException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        String why = notServing();
        while (why != null) {
            if (!process.isAlive()) {
                throw new TransportException("nats-streaming-server could not be started: " + process.obituary());
            }
            if (System.nanoTime() > deadline) {
                throw new TransportException("nats-streaming-server did not serve within " + START_LIMIT.toSeconds()
                        + " s (" + why + "); see nats-streaming-server.log in the result");
            }
            Thread.sleep(PAUSE_MILLIS);
            why = notServing();
        }
    }

    /**
     * Returns why the server does not serve yet; null when it does. Another server on the port would not know this
     * cluster.
     */
    private String notServing() throws InterruptedException {
        try {
            NatsStreaming.connect(
                            cluster,
                            "probe",
                            options()
                                    .connectWait(ASK_LIMIT)
                                    .errorListener(SILENT)
                                    .build())
                    .close();
            return null;
        } catch (IOException | TimeoutException e) {
            return e.getMessage();
        }
    }

    /** Returns the options that a client needs to connect. */
    Options.Builder options() {
        return new Options.Builder().clusterId(cluster).natsUrl(user.within("nats://" + HOST + ":" + port));
    }

    /** The server's process, for faults. */
    ServerProcess process() {
        return process;
    }

    String version() {
        return Program.versionOf(binary).orElse("unknown");
    }

    @Override
    public void close() {
        process.close();
    }
}
