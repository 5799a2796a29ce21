package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.finding.Finding;
import io.twohop.testing.model.WrittenCreations;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Share groups of a real broker. */
@Timeout(120)
class ShareGroupTest {
    private static final Channel REQUESTS = new Channel("requests", 1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String GROUP = "service";

    @TempDir
    Path directory;

    private final List<Creation> standing = new ArrayList<>();
    private String runId;

    private Transport open(KafkaConfig config) throws Exception {
        RunContext any = SharedBroker.context(directory, 1_000);
        runId = any.runId();
        return new KafkaProvider()
                .open(
                        config,
                        new RunContext(
                                runId,
                                directory,
                                directory,
                                any.traffic(),
                                any.channels(),
                                JvmRecorder.NONE,
                                any.notices(),
                                false,
                                null,
                                new WrittenCreations(standing)));
    }

    private String group() {
        return runId + "-requests-" + GROUP;
    }

    private Map<String, ConfigEntry.ConfigSource> settingsOfGroup(Admin admin) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group());
        Map<String, ConfigEntry.ConfigSource> sources = new HashMap<>();
        admin.describeConfigs(List.of(resource))
                .all()
                .get()
                .get(resource)
                .entries()
                .forEach(entry -> sources.put(entry.name(), entry.source()));
        return sources;
    }

    @Test
    void shouldDeleteTheGroupAndItsSettings() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            try (Transport transport = open(SharedBroker.share(1, 1, "explicit"))) {
                Subscription subscription = transport.subscribe(REQUESTS, GROUP);
                transport.settle();

                assertThat(standing).contains(new Creation(standing.get(0).place(), "share group", group()));
                assertThat(settingsOfGroup(admin))
                        .containsEntry("share.auto.offset.reset", ConfigEntry.ConfigSource.DYNAMIC_GROUP_CONFIG)
                        .containsEntry("share.record.lock.duration.ms", ConfigEntry.ConfigSource.DYNAMIC_GROUP_CONFIG);
                subscription.close();
            }

            assertThat(standing).isEmpty();
            Collection<GroupListing> listed = admin.listGroups().all().get();
            assertThat(listed).extracting(GroupListing::groupId).doesNotContain(group());
            assertThat(settingsOfGroup(admin).values()).doesNotContain(ConfigEntry.ConfigSource.DYNAMIC_GROUP_CONFIG);
        }
    }

    /** The first consumer gives the record back, as the broker does for one that was killed, once the lock has expired. */
    @Test
    void shouldReportARecordThatComesAgain() throws Exception {
        try (Transport transport = open(SharedBroker.share(1, 1, "explicit"))) {
            Subscription subscription = transport.subscribe(REQUESTS, GROUP);
            ShareGroup rude = new ShareGroup(group(), List.of(runId + "-requests"), 1);
            Map<String, Object> settings = new ClientProperties(
                            SharedBroker.share(1, 1, "explicit"), SharedBroker.bootstrapServers())
                    .shareConsumer(group());
            ShareConsumer<byte[], ByteBuffer> other = rude.join(settings);
            try (Publisher publisher = transport.publisher(REQUESTS, Acknowledgements.NONE)) {
                publisher.publish(ByteBuffer.allocateDirect(64), 0);
                publisher.awaitAcknowledged(PATIENCE);
            }
            release(other);
            other.close(Duration.ofSeconds(2));
            assertThat(transport.incidents()).isEmpty();
            List<Integer> sizes = new ArrayList<>();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (sizes.isEmpty() && System.nanoTime() < deadline) {
                subscription.poll(message -> sizes.add(message.remaining()), 1_000_000);
            }
            subscription.close();

            assertThat(sizes).containsExactly(64);
            assertThat(transport.incidents())
                    .extracting(Finding::text)
                    .containsExactly("the share group of topic " + runId + "-requests redelivered 1 messages");
        }
    }

    private static void release(ShareConsumer<byte[], ByteBuffer> consumer) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            ConsumerRecords<byte[], ByteBuffer> records = consumer.poll(Duration.ofMillis(20));
            for (ConsumerRecord<byte[], ByteBuffer> record : records) {
                consumer.acknowledge(record, AcknowledgeType.RELEASE);
            }
            if (!records.isEmpty()) {
                consumer.commitSync();
                return;
            }
        }
        throw new AssertionError("no record came");
    }

    @Test
    void shouldAllowMoreConsumersThanPartitions() throws Exception {
        try (Transport transport = open(SharedBroker.share(1, 4, "implicit"))) {
            assertThat(transport.consumersPerHop()).isEqualTo(4);
            assertThat(transport.redelivery()).isEqualTo(Duration.ofSeconds(30));
        }
    }

    @Test
    void shouldPromiseNoOrder() {
        assertThat(KafkaGuarantees.of(SharedBroker.share(1, 1, "implicit")).delivery())
                .isEqualTo(Delivery.AT_LEAST_ONCE);
        assertThat(KafkaGuarantees.of(SharedBroker.share(1, 1, "implicit")).ordered())
                .isFalse();
        assertThat(KafkaGuarantees.of(SharedBroker.share(1, 1, "implicit")).orderedByKey())
                .isFalse();
    }

    @Test
    void shouldRefuseAClusterWithoutShareGroups() {
        assertThatThrownBy(() -> ShareGroup.check(Map.of()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("share.version is at least 1, here absent");
        ShareGroup.check(Map.of("share.version", new FinalizedVersionRange((short) 1, (short) 1)));
    }

    @Test
    void shouldRefuseADeployedService() {
        RunContext context = SharedBroker.context(directory, 1_000)
                .with(new RunContext.Channels(2, 1, 1, 1, RunContext.Parts.NONE, 1));

        assertThatThrownBy(() -> new KafkaProvider().check(SharedBroker.share(1, 1, "implicit"), context))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("group: share (expected: consumer with a deployed service");
    }
}
