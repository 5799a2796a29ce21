package io.twohop.transport.kafka.broker;

import io.twohop.transport.SharedServer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The properties of one node of an embedded cluster; each is broker and controller. */
final class NodeSettings {
    private static final String CLIENTS = "CLIENTS";
    private static final String CONTROLLER = "CONTROLLER";
    private static final String SHARE_HEARTBEAT_MILLIS = "500";

    private NodeSettings() {}

    /**
     * Returns the properties. The plan's further ones replace the bench's.
     *
     * @param node number from 1
     * @param clientPorts of all nodes, in order
     * @param controllerPorts of all nodes, in order; the nodes vote on loopback
     */
    static Map<String, String> of(
            ClusterPlan plan, int node, List<Integer> clientPorts, List<Integer> controllerPorts, Path data) {
        int nodes = clientPorts.size();
        String clients = CLIENTS + "://" + plan.host() + ":" + clientPorts.get(node - 1);
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(node));
        settings.put("controller.quorum.voters", voters(controllerPorts));
        settings.put(
                "listeners",
                clients + "," + CONTROLLER + "://" + SharedServer.LOOPBACK + ":" + controllerPorts.get(node - 1));
        settings.put("advertised.listeners", clients);
        String protocol = plan.user().isPresent() ? "SASL_PLAINTEXT" : "PLAINTEXT";
        settings.put("listener.security.protocol.map", CLIENTS + ":" + protocol + "," + CONTROLLER + ":" + protocol);
        plan.user().ifPresent(user -> {
            settings.put("sasl.enabled.mechanisms", Sasl.MECHANISM);
            settings.put("sasl.mechanism.inter.broker.protocol", Sasl.MECHANISM);
            settings.put("sasl.mechanism.controller.protocol", Sasl.MECHANISM);
            for (String listener : List.of(CLIENTS, CONTROLLER)) {
                settings.put(
                        "listener.name." + listener.toLowerCase(Locale.ROOT) + ".plain.sasl.jaas.config",
                        Sasl.listener(user));
            }
        });
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
        settings.put("share.coordinator.state.topic.num.partitions", "4");
        // All consumers join within a second, so the first need not wait for more.
        settings.put("group.initial.rebalance.delay.ms", "0");
        // A member of a share group learns its partitions by a heartbeat only, by default of 5 s.
        settings.put("group.share.min.heartbeat.interval.ms", SHARE_HEARTBEAT_MILLIS);
        settings.put("group.share.heartbeat.interval.ms", SHARE_HEARTBEAT_MILLIS);
        // A misspelt topic is an error, not a new topic.
        settings.put("auto.create.topics.enable", "false");
        settings.putAll(plan.further());
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
