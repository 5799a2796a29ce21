package io.twohop.transport.kafka.broker;

import io.twohop.config.Texts;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.RunServers;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.kit.ServerUser;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;

/** One or three Kafka nodes on this machine, with free ports and private directories. */
public final class EmbeddedCluster implements SharedServer {
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final int ASK_MILLIS = 2_000;
    private static final long PAUSE_MILLIS = 50;
    private static final String SERVING = "serving";
    private static final String URL = "kafka://";

    private final String clusterId = Uuid.randomUuid().toString();
    private final List<ServerProcess> nodes = new ArrayList<>();
    private final String bootstrapServers;
    private final Optional<ServerUser> user;

    /**
     * Starts the nodes, and waits until all of them serve.
     *
     * @param data private to the run; its creator deletes it after {@link #close}
     * @param logs directory of the nodes' logs
     * @param recorder records the nodes' JVMs
     * @throws TransportException if they do not start, with a node's own words
     */
    public EmbeddedCluster(ClusterPlan plan, Path data, Path logs, JvmRecorder recorder)
            throws IOException, InterruptedException {
        int count = plan.nodes();
        user = plan.user();
        String classPath = BrokerJar.classPath()
                .orElseThrow(() -> new TransportException("broker: embedded (expected: kafka-broker's jar beside"
                        + " transport-kafka's or on the class path); add it, or use broker: external"));
        List<Integer> ports = FreePorts.take(2 * count);
        List<Integer> clientPorts = ports.subList(0, count);
        List<Integer> controllerPorts = ports.subList(count, 2 * count);
        bootstrapServers = NodeSettings.bootstrapServers(plan.host(), clientPorts);
        try {
            for (int node = 1; node <= count; node++) {
                Path directory = Files.createDirectories(data.resolve("broker-" + node));
                Map<String, String> settings =
                        NodeSettings.of(plan, node, clientPorts, controllerPorts, directory.resolve("log"));
                Path log = logs.resolve("broker-" + node + ".log");
                List<String> flags = new ArrayList<>(plan.jvm().toFlags());
                flags.addAll(recorder.flags(ServerProcess.name(node)));
                nodes.add(BrokerProcess.start(classPath, flags, clusterId, settings, directory, log));
            }
            awaitServing(plan.host(), clientPorts);
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Bootstrap servers. */
    @Override
    public String address() {
        return bootstrapServers;
    }

    /** Bootstrap servers; with a user, as URLs that carry it. */
    @Override
    public String access() {
        return user.map(own -> own.within(URL + bootstrapServers.replace(",", "," + URL)))
                .orElse(bootstrapServers);
    }

    /** Returns the bootstrap servers of an {@link #access}. */
    public static String bootstrapServers(String access) {
        return ServerUser.without(access).replace(URL, "");
    }

    @Override
    public Map<String, String> clientProperties() {
        Map<String, String> properties = user.map(Sasl::client).orElseGet(TreeMap::new);
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return properties;
    }

    @Override
    public void createTopic(String topic, int partitions) throws InterruptedException {
        Admin admin = Admin.create(new TreeMap<>(clientProperties()));
        try {
            short replication = (short) nodes.size();
            admin.createTopics(List.of(new NewTopic(topic, partitions, replication)))
                    .all()
                    .get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new TransportException(
                    "topic " + topic + ": " + Texts.of(e.getCause() == null ? e : e.getCause()), e);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    @Override
    public Set<String> keys() {
        return Set.of("broker", "nodes", "brokerJvm", "server");
    }

    @Override
    public List<ServerProcess> nodes() {
        return nodes;
    }

    /** Returns these brokers as those of one run, which ends them. */
    public RunServers ofRun() {
        return new RunServers(access(), nodes);
    }

    /** Process ids of the nodes. */
    public List<Long> pids() {
        return nodes.stream().map(ServerProcess::pid).toList();
    }

    private void awaitServing(String host, List<Integer> clientPorts) throws InterruptedException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        for (int port : clientPorts) {
            awaitListening(new InetSocketAddress(host, port), deadline);
        }
        Map<String, Object> properties = new TreeMap<>(clientProperties());
        properties.put(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, "50");
        properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "100");
        properties.put(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, "50");
        Admin admin = Admin.create(properties);
        try {
            String state = state(admin, nodes.size());
            while (!state.equals(SERVING)) {
                pause(deadline, state);
                state = state(admin, nodes.size());
            }
        } finally {
            // A broker that ended may never answer outstanding requests.
            admin.close(Duration.ZERO);
        }
    }

    /** Waits for the port first: without a server, Kafka's client logs its attempts, up to 2,000 lines a second. */
    private void awaitListening(InetSocketAddress node, long deadline) throws InterruptedException {
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(node, ASK_MILLIS);
                return;
            } catch (IOException e) {
                pause(deadline, Texts.of(e));
            }
        }
    }

    private void pause(long deadline, String state) throws InterruptedException {
        if (System.nanoTime() > deadline) {
            throw new TransportException("broker: embedded did not serve within " + START_LIMIT.toSeconds() + " s ("
                    + state + "); see its log, broker-1.log");
        }
        checkAlive();
        Thread.sleep(PAUSE_MILLIS);
    }

    private void checkAlive() {
        for (ServerProcess node : nodes) {
            if (!node.isAlive()) {
                throw new TransportException("broker: embedded could not be started: " + node.obituary());
            }
        }
    }

    /**
     * Returns {@link #SERVING}, or what is missing. The cluster's id must match: the port may belong to another broker.
     */
    private String state(Admin admin, int count) throws InterruptedException {
        try {
            DescribeClusterResult cluster = admin.describeCluster(new DescribeClusterOptions().timeoutMs(ASK_MILLIS));
            String id = cluster.clusterId().get(ASK_MILLIS, TimeUnit.MILLISECONDS);
            if (!clusterId.equals(id)) {
                throw new TransportException(
                        "broker: embedded met another cluster (" + id + ") on its port; run it again");
            }
            int serving = cluster.nodes().get(ASK_MILLIS, TimeUnit.MILLISECONDS).size();
            return serving == count ? SERVING : serving + " of " + count + " nodes serve";
        } catch (ExecutionException | TimeoutException e) {
            return String.valueOf(e.getCause() == null ? e : e.getCause());
        }
    }

    @Override
    public void close() {
        nodes.forEach(ServerProcess::close);
    }
}
