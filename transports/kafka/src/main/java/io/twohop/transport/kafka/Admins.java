package io.twohop.transport.kafka;

import io.twohop.transport.TransportException;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;

/** Administrators of clusters. */
final class Admins {
    private Admins() {}

    /** Connects with a client that gives up before a run would, unless its properties set another limit. */
    static Admin connect(ClientProperties all) {
        Map<String, Object> properties = all.admin();
        String limit = Long.toString(Refusals.LIMIT.toMillis() / 2);
        properties.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, limit);
        properties.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, limit);
        try {
            return Admin.create(properties);
        } catch (KafkaException e) {
            throw Refusals.refusal("Kafka's client refuses its properties", e, AclOperation.DESCRIBE);
        }
    }

    static String clusterId(Admin admin) throws InterruptedException {
        return Refusals.await(admin.describeCluster().clusterId(), "the cluster's id", AclOperation.DESCRIBE);
    }

    /** Rejects more replicas than there are brokers. */
    static void checkBrokers(KafkaConfig config, Admin admin) throws InterruptedException {
        String where = config.brokers().areExternal() ? config.brokers().bootstrapServers() : "embedded";
        int brokers = Refusals.await(admin.describeCluster().nodes(), "broker " + where, AclOperation.DESCRIBE)
                .size();
        if (config.replication() > brokers) {
            throw new TransportException("replication: " + config.replication() + " (expected: at most " + brokers
                    + ", the number of brokers in the cluster); add brokers, or -Dtransport.replication=" + brokers);
        }
    }
}
