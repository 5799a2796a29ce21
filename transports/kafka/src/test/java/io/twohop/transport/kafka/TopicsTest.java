package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.testing.model.WrittenCreations;
import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TopicsTest {
    private static final String CLUSTER = "cluster";

    @TempDir
    Path directory;

    private final List<Creation> standing = new ArrayList<>();

    private RunContext context() {
        RunContext any = SharedBroker.context(directory, 1_000);
        return new RunContext(
                any.runId(),
                directory,
                directory,
                any.traffic(),
                any.channels(),
                JvmRecorder.NONE,
                any.notices(),
                false,
                null,
                new WrittenCreations(standing));
    }

    /** A real broker's, whose first answer about leaders is another. */
    private static Admin failingFirst(Admin admin, Supplier<RuntimeException> failure) {
        AtomicInteger asked = new AtomicInteger();
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("listOffsets") && asked.getAndIncrement() == 0) {
                        Map<?, ?> partitions = (Map<?, ?>) arguments[0];
                        return new ListOffsetsResult(partitions.keySet().stream()
                                .collect(Collectors.toMap(
                                        TopicPartition.class::cast, partition -> failed(failure.get()))));
                    }
                    try {
                        return method.invoke(admin, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static KafkaFuture<ListOffsetsResult.ListOffsetsResultInfo> failed(RuntimeException failure) {
        KafkaFutureImpl<ListOffsetsResult.ListOffsetsResultInfo> future = new KafkaFutureImpl<>();
        future.completeExceptionally(failure);
        return future;
    }

    @Test
    void shouldAskAgainWhereABrokerHasNotHeardOfTheTopicYet() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            Topics topics = new Topics(
                    failingFirst(admin, () -> new UnknownTopicOrPartitionException("not yet")),
                    SharedBroker.config(2, 1, Map.of()),
                    context(),
                    CLUSTER);

            assertThat(topics.of(new Channel("requests", 1))).hasSize(1);
            topics.delete();
        }
    }

    @Test
    void shouldNotAskAgainWhereItMayNot() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            Topics topics = new Topics(
                    failingFirst(admin, () -> new TopicAuthorizationException("no")),
                    SharedBroker.config(1, 1, Map.of()),
                    context(),
                    CLUSTER);

            assertThatThrownBy(() -> topics.of(new Channel("requests", 1)))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("grant this user");
            topics.delete();
        }
    }

    @Test
    void shouldWriteDownWhatStandsOnTheCluster() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            Topics topics = new Topics(admin, SharedBroker.config(1, 1, Map.of()), context(), CLUSTER);
            String topic = topics.of(new Channel("requests", 1)).get(0);
            String group = topics.group(new Channel("requests", 1), "service");

            assertThat(standing)
                    .containsExactlyInAnyOrder(
                            new Creation(CLUSTER, "topic", topic), new Creation(CLUSTER, "group", group));
            topics.delete();

            assertThat(standing).isEmpty();
            // What the controller has deleted, others hear of a little later.
            while (admin.listTopics().names().get().contains(topic)) {
                Thread.sleep(10);
            }
        }
    }

    /** The broker's policy allows no more than 50 partitions. */
    @Test
    void shouldNotCallLeftWhatWasRefused() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            Topics topics = new Topics(admin, SharedBroker.config(51, 1, Map.of()), context(), CLUSTER);

            assertThatThrownBy(() -> topics.group(new Channel("requests", 1), "service"))
                    .isInstanceOf(TransportException.class);

            assertThat(standing).isEmpty();
        }
    }
}
