package io.twohop.transport.kafka.broker;

import io.twohop.transport.kit.ServerUser;
import io.twohop.workload.JvmOptions;
import java.util.Map;
import java.util.Optional;

/**
 * A plan for an embedded cluster.
 *
 * @param host the address at which clients reach the nodes
 * @param nodes number of nodes, 1 or 3
 * @param jvm options of each node
 * @param further properties of each node
 * @param user the only user of the nodes' listeners; empty to let in everybody
 */
public record ClusterPlan(
        String host, int nodes, JvmOptions jvm, Map<String, String> further, Optional<ServerUser> user) {
    public ClusterPlan {
        further = Map.copyOf(further);
    }
}
