package io.twohop.transport.kafka.broker;

import io.twohop.transport.SharedServer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The properties of one node of an embedded cluster; each is broker and controller. */
final class NodeSettings {
    private static final String CLIENTS = "CLIENTS";
    private static final String CONTROLLER = "CONTROLLER";

    private NodeSettings() {}

    /**
     * @param node number from 1
     * @param host the address at which clients reach all nodes; they vote on loopback
     * @param clientPorts of all nodes, in order
     * @param controllerPorts of all nodes, in order
     * @param further properties that the user adds or replaces
     */
    static Map<String, String> of(
            int node,
            String host,
            List<Integer> clientPorts,
            List<Integer> controllerPorts,
            Path data,
            Map<String, String> further) {
        int nodes = clientPorts.size();
        String clients = CLIENTS + "://" + host + ":" + clientPorts.get(node - 1);
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(node));
        settings.put("controller.quorum.voters", voters(controllerPorts));
        settings.put(
                "listeners",
                clients + "," + CONTROLLER + "://" + SharedServer.LOOPBACK + ":" + controllerPorts.get(node - 1));
        settings.put("advertised.listeners", clients);
        settings.put("listener.security.protocol.map", CLIENTS + ":PLAINTEXT," + CONTROLLER + ":PLAINTEXT");
        settings.put("inter.broker.listener.name", CLIENTS);
        settings.put("controller.listener.names", CONTROLLER);
        settings.put("log.dirs", data.toString());
        // The internal topics cannot have more replicas than there are nodes, nor need they more partitions here.
        String internalReplicas = Integer.toString(nodes);
        String internalInSync = nodes == 1 ? "1" : "2";
        settings.put("offsets.topic.replication.factor", internalReplicas);
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("transaction.state.log.replication.factor", internalReplicas);
        settings.put("transaction.state.log.min.isr", internalInSync);
        settings.put("transaction.state.log.num.partitions", "4");
        settings.put("share.coordinator.state.topic.replication.factor", internalReplicas);
        settings.put("share.coordinator.state.topic.min.isr", internalInSync);
        // All consumers join within a second, so the first need not wait for more.
        settings.put("group.initial.rebalance.delay.ms", "0");
        // A misspelt topic is an error, not a new topic.
        settings.put("auto.create.topics.enable", "false");
        settings.putAll(further);
        return settings;
    }

    /** Returns the addresses at which clients reach the nodes. */
    static String bootstrapServers(String host, List<Integer> clientPorts) {
        return clientPorts.stream().map(port -> host + ":" + port).collect(Collectors.joining(","));
    }

    private static String voters(List<Integer> controllerPorts) {
        return IntStream.range(0, controllerPorts.size())
                .mapToObj(i -> (i + 1) + "@" + SharedServer.LOOPBACK + ":" + controllerPorts.get(i))
                .collect(Collectors.joining(","));
    }
}
