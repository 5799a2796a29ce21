package io.twohop.transport.kafka;

import io.twohop.transport.Creation;
import io.twohop.transport.Sweeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Deletes topics, and groups with members that were killed. */
final class KafkaSweeper implements Sweeper {
    private static final String TOPIC = "topic";
    private static final String GROUP = "group";
    private static final String SHARE_GROUP = "share group";

    /** Time for which a member that has just left may still be counted. */
    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long RETRY_MILLIS = 100;

    private final Admin admin;
    private final String cluster;

    /** @param cluster the cluster's id */
    KafkaSweeper(Admin admin, String cluster) {
        this.admin = admin;
        this.cluster = cluster;
    }

    @Override
    public String place() {
        return cluster;
    }

    Creation topic(String name) {
        return new Creation(cluster, TOPIC, name);
    }

    Creation group(String name) {
        return new Creation(cluster, GROUP, name);
    }

    Creation shareGroup(String name) {
        return new Creation(cluster, SHARE_GROUP, name);
    }

    @Override
    public Map<Creation, String> delete(Collection<Creation> creations) throws InterruptedException {
        Map<Creation, String> failed = new LinkedHashMap<>();
        List<String> groups = names(creations, GROUP);
        removeMembers(groups);
        for (Map.Entry<String, KafkaFuture<Void>> deletion :
                admin.deleteConsumerGroups(groups).deletedGroups().entrySet()) {
            await(deletion.getValue(), group(deletion.getKey()), failed);
        }
        long deadline = System.nanoTime() + LEAVE_NANOS;
        for (String name : names(creations, SHARE_GROUP)) {
            deleteShareGroup(name, deadline, failed);
        }
        for (Map.Entry<String, KafkaFuture<Void>> deletion :
                admin.deleteTopics(names(creations, TOPIC)).topicNameValues().entrySet()) {
            await(deletion.getValue(), topic(deletion.getKey()), failed);
        }
        return failed;
    }

    /** Deletes a share group, then its settings, which the cluster would keep. No request removes the members of a share group. */
    private void deleteShareGroup(String name, long deadline, Map<Creation, String> failed)
            throws InterruptedException {
        Creation creation = shareGroup(name);
        while (true) {
            Map<Creation, String> reasons = new LinkedHashMap<>();
            KafkaFuture<Void> deletion =
                    admin.deleteShareGroups(List.of(name)).deletedGroups().get(name);
            await(deletion, creation, reasons);
            if (reasons.isEmpty()) {
                break;
            }
            if (!isNotEmpty(deletion) || System.nanoTime() > deadline) {
                failed.putAll(reasons);
                return;
            }
            Thread.sleep(RETRY_MILLIS);
        }
        await(
                admin.incrementalAlterConfigs(ShareGroup.settings(name, AlterConfigOp.OpType.DELETE))
                        .all(),
                creation,
                failed);
    }

    private static boolean isNotEmpty(KafkaFuture<Void> deletion) throws InterruptedException {
        if (!deletion.isDone()) {
            return false;
        }
        try {
            deletion.get();
            return false;
        } catch (ExecutionException e) {
            return e.getCause() instanceof GroupNotEmptyException;
        }
    }

    /** Removes killed members, since only a group without members can be deleted. */
    private void removeMembers(List<String> groups) throws InterruptedException {
        List<KafkaFuture<Void>> removals = groups.stream()
                .map(group -> admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                        .all())
                .toList();
        for (KafkaFuture<Void> removal : removals) {
            try {
                removal.get(Refusals.LIMIT.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // The group has no members, or its deletion will report why.
            }
        }
    }

    private static List<String> names(Collection<Creation> creations, String kind) {
        List<String> names = new ArrayList<>();
        creations.stream()
                .filter(creation -> creation.kind().equals(kind))
                .forEach(creation -> names.add(creation.name()));
        return names;
    }

    private static void await(KafkaFuture<Void> deletion, Creation creation, Map<Creation, String> failed)
            throws InterruptedException {
        try {
            deletion.get(Refusals.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException
                    || e.getCause() instanceof UnknownTopicOrPartitionException)) {
                failed.put(creation, reason(e.getCause()));
            }
        } catch (TimeoutException e) {
            failed.put(creation, "no answer within " + Refusals.LIMIT.toSeconds() + " s");
        }
    }

    private static String reason(Throwable cause) {
        if (cause instanceof GroupNotEmptyException) {
            return cause.getMessage()
                    + "; the cluster forgets killed consumers of a share group after its session timeout,"
                    + " 45 s by default";
        }
        return cause instanceof AuthorizationException
                ? cause.getMessage() + "; " + Refusals.grant(cause, AclOperation.DELETE)
                : cause.getMessage();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
