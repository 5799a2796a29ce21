package io.twohop.transport.nats.server;

import io.twohop.transport.SharedServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The configuration file of one server. */
final class NodeConfig {

    private NodeConfig() {}

    /**
     * @param name the node's, unique
     * @param host where clients reach it; the nodes reach one another on loopback
     * @param routePorts of all nodes; empty for a single one
     * @param store where JetStream keeps files, or null to leave JetStream off
     */
    static String of(
            String cluster,
            String name,
            String host,
            int port,
            List<Integer> routePorts,
            int routePort,
            Path store,
            NatsServers servers) {
        StringBuilder text = new StringBuilder();
        text.append("server_name: ").append(name).append('\n');
        text.append("listen: ").append(host).append(':').append(port).append('\n');
        if (store != null) {
            text.append("jetstream {\n  store_dir: \"").append(store).append("\"\n");
            // Its default is most of the machine's memory; more than this is not kept for any shipped file.
            text.append("  max_memory_store: 4GB\n  max_file_store: 40GB\n");
            if (servers.sync() != null) {
                text.append("  sync_interval: ").append(servers.sync()).append('\n');
            }
            text.append("}\n");
        }
        if (!routePorts.isEmpty()) {
            text.append("cluster {\n  name: ").append(cluster).append('\n');
            text.append("  listen: ")
                    .append(SharedServer.LOOPBACK)
                    .append(':')
                    .append(routePort)
                    .append('\n');
            text.append("  routes: [")
                    .append(routePorts.stream()
                            .map(other -> "\"nats://" + SharedServer.LOOPBACK + ":" + other + "\"")
                            .collect(Collectors.joining(", ")))
                    .append("]\n}\n");
        }
        servers.serverConfig()
                .forEach((key, value) ->
                        text.append(key).append(": ").append(value).append('\n'));
        return text.toString();
    }
}
