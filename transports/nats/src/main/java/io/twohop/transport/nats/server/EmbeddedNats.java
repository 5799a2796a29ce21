package io.twohop.transport.nats.server;

import io.nats.client.Options;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.PrivateFile;
import io.twohop.transport.kit.RunServers;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.kit.ServerUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** One, three or five NATS servers on this machine, with free ports and private directories. */
public final class EmbeddedNats implements SharedServer {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 20;
    private final List<ServerProcess> nodes = new ArrayList<>();
    private final NodeConfig config;
    private final boolean carriesUser;

    /** Starts servers whose {@link #address} carries the user that was made for them. */
    public EmbeddedNats(NatsServers servers, boolean jetStream, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        this(servers, jetStream, host, Optional.empty(), data, logs);
    }

    /**
     * Starts the servers, and waits until all of them serve.
     *
     * @param servers embedded servers
     * @param jetStream whether JetStream is enabled
     * @param host the address at which clients reach them
     * @param known the user that clients know already; empty to make one, which {@link #address} then carries
     * @param data private to the run; its creator deletes it after {@link #close}
     * @param logs directory of the servers' logs
     * @throws TransportException if they do not start, with a server's own words
     */
    public EmbeddedNats(
            NatsServers servers, boolean jetStream, String host, Optional<ServerUser> known, Path data, Path logs)
            throws IOException, InterruptedException {
        int count = servers.nodes();
        Path binary = NatsServer.find(servers.server());
        List<Integer> all = FreePorts.take(2 * count);
        carriesUser = known.isEmpty();
        config = new NodeConfig(
                "twohop-" + UUID.randomUUID(),
                host,
                all.subList(0, count),
                all.subList(count, 2 * count),
                known.orElseGet(ServerUser::made),
                ServerUser.made());
        try {
            for (int node = 0; node < count; node++) {
                Path directory = Files.createDirectories(data.resolve("nats-" + (node + 1)));
                Optional<Path> store = jetStream ? Optional.of(directory.resolve("store")) : Optional.empty();
                Path file = PrivateFile.create(directory.resolve("server.conf"), config.of(node, store, servers));
                nodes.add(ServerProcess.ignoringInput(
                        ServerProcess.name(node + 1),
                        List.of(binary.toString(), "-c", file.toString()),
                        logs.resolve("nats-server-" + (node + 1) + ".log")));
            }
            awaitServing(jetStream);
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns the place of the server of that name, from 0 on; negative for the empty name. */
    public static int number(String name) {
        return name.isEmpty() ? -1 : Integer.parseInt(name.substring(name.lastIndexOf('-') + 1)) - 1;
    }

    /** Returns these servers as those of one run, which ends them. */
    public RunServers ofRun() {
        return new RunServers(address(), nodes);
    }

    /** URLs, separated by commas. */
    @Override
    public String address() {
        return carriesUser ? config.user().within(config.urls()) : config.urls();
    }

    @Override
    public Map<String, String> clientProperties() {
        return Map.of(
                Options.PROP_SERVERS,
                config.urls(),
                Options.PROP_USERNAME,
                config.user().name(),
                Options.PROP_PASSWORD,
                config.user().password());
    }

    @Override
    public List<ServerProcess> nodes() {
        return nodes;
    }

    @Override
    public Set<String> keys() {
        return Set.of("broker", "nodes", "server", "serverConfig", "sync", "mode");
    }

    private void awaitServing(boolean jetStream) throws InterruptedException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        for (int node = 0; node < nodes.size(); node++) {
            Optional<String> why = whyNotReady(node, jetStream);
            while (why.isPresent()) {
                if (!nodes.get(node).isAlive()) {
                    throw new TransportException("broker: embedded could not be started: "
                            + nodes.get(node).obituary());
                }
                if (System.nanoTime() > deadline) {
                    throw new TransportException("broker: embedded did not serve within " + START_LIMIT.toSeconds()
                            + " s (" + why.get() + "); see its log, nats-server-1.log");
                }
                Thread.sleep(PAUSE_MILLIS);
                why = whyNotReady(node, jetStream);
            }
        }
    }

    private Optional<String> whyNotReady(int node, boolean jetStream) throws InterruptedException {
        return ReadyCheck.whyNot(config.url(node), config.user(), config.name(node), jetStream);
    }

    @Override
    public void close() {
        nodes.forEach(ServerProcess::close);
    }
}
