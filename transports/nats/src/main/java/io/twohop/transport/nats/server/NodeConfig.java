package io.twohop.transport.nats.server;

import io.twohop.transport.SharedServer;
import io.twohop.transport.kit.ServerUser;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The configuration of the servers of one cluster.
 *
 * @param name of the cluster
 * @param host the address at which clients reach the servers, which reach one another on loopback
 * @param ports for clients, one per server
 * @param routes ports for the other servers, one per server
 * @param user the only user that clients connect as
 * @param member the only user that the other servers connect as, which was {@linkplain ServerUser#made made}
 */
record NodeConfig(
        String name, String host, List<Integer> ports, List<Integer> routes, ServerUser user, ServerUser member) {
    private static final String AUTHORIZATION = "authorization";

    /** Returns a server's name. */
    String name(int node) {
        return name + "-" + (node + 1);
    }

    /** Returns a server's URL, which does not carry the user. */
    String url(int node) {
        return "nats://" + host + ":" + ports.get(node);
    }

    /** Returns all URLs, separated by commas. */
    String urls() {
        return ports.stream().map(port -> "nats://" + host + ":" + port).collect(Collectors.joining(","));
    }

    /**
     * Returns the configuration file of one server.
     *
     * @param node the server, from 0
     * @param store JetStream's directory; empty without JetStream
     */
    String of(int node, Optional<Path> store, NatsServers servers) {
        StringBuilder text = new StringBuilder();
        text.append("server_name: ").append(name(node)).append('\n');
        text.append("listen: ").append(host).append(':').append(ports.get(node)).append('\n');
        store.ifPresent(directory -> jetStream(text, directory, servers));
        if (ports.size() > 1) {
            text.append("cluster {\n  name: ").append(name).append('\n');
            text.append("  listen: ")
                    .append(SharedServer.LOOPBACK)
                    .append(':')
                    .append(routes.get(node))
                    .append('\n');
            text.append("  ").append(authorization(member)).append('\n');
            text.append("  routes: [")
                    .append(routes.stream()
                            .map(other -> '"' + member.within("nats://" + SharedServer.LOOPBACK + ":" + other) + '"')
                            .collect(Collectors.joining(", ")))
                    .append("]\n}\n");
        }
        servers.serverConfig()
                .forEach((key, value) ->
                        text.append(key).append(": ").append(value).append('\n'));
        if (!servers.serverConfig().containsKey(AUTHORIZATION)) {
            text.append(authorization(user)).append('\n');
        }
        return text.toString();
    }

    private static String authorization(ServerUser user) {
        return AUTHORIZATION + " { user: " + quoted(user.name()) + ", password: " + quoted(user.password()) + " }";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static void jetStream(StringBuilder text, Path directory, NatsServers servers) {
        text.append("jetstream {\n  store_dir: ")
                .append(quoted(directory.toString()))
                .append('\n');
        // Its default is most of the machine's memory; more than this is not kept for any shipped file.
        text.append("  max_memory_store: 4GB\n  max_file_store: 40GB\n");
        if (servers.sync() != null) {
            text.append("  sync_interval: ").append(servers.sync()).append('\n');
        }
        text.append("}\n");
    }
}
