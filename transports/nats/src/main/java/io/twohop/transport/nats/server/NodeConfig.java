package io.twohop.transport.nats.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The configuration file of one node. */
final class NodeConfig {
    static final String HOST = "127.0.0.1";

    private NodeConfig() {}

    /**
     * @param name the node's, unique
     * @param routePorts of all nodes; empty for a single one
     * @param store where JetStream keeps files, or null to leave JetStream off
     * @param sync when files are synced, or null for the server's default
     */
    static String of(
            String cluster,
            String name,
            int port,
            List<Integer> routePorts,
            int routePort,
            Path store,
            String sync,
            Map<String, String> further) {
        StringBuilder text = new StringBuilder();
        text.append("server_name: ").append(name).append('\n');
        text.append("listen: ").append(HOST).append(':').append(port).append('\n');
        if (store != null) {
            text.append("jetstream {\n  store_dir: \"").append(store).append("\"\n");
            // Its default is most of the machine's memory; more than this is not kept for any shipped file.
            text.append("  max_memory_store: 4GB\n  max_file_store: 40GB\n");
            if (sync != null) {
                text.append("  sync_interval: ").append(sync).append('\n');
            }
            text.append("}\n");
        }
        if (!routePorts.isEmpty()) {
            text.append("cluster {\n  name: ").append(cluster).append('\n');
            text.append("  listen: ").append(HOST).append(':').append(routePort).append('\n');
            text.append("  routes: [")
                    .append(routePorts.stream()
                            .map(other -> "\"nats://" + HOST + ":" + other + "\"")
                            .collect(Collectors.joining(", ")))
                    .append("]\n}\n");
        }
        further.forEach(
                (key, value) -> text.append(key).append(": ").append(value).append('\n'));
        return text.toString();
    }
}
