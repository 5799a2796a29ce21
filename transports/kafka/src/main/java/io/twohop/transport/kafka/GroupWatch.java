package io.twohop.transport.kafka;

import io.twohop.config.Texts;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import io.twohop.transport.ConsumerWatch;
import io.twohop.transport.Occurrence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Reads the groups of a deployed service's topic of requests once a second, and marks their rebalances in the flight recording. Any
 * thread.
 */
final class GroupWatch implements ConsumerWatch, AutoCloseable {
    /** Name of the thread, which no message waits for. */
    static final String THREAD = "watch-groups";

    private static final Rule UNREAD = new Rule(
            Kind.SERVICE,
            Severity.NOTE,
            "no consumer group of topic %s could be read, so its rebalances and its lag are unknown: %s",
            "grant this user describe on the service's group, if it has one");

    private static final String NONE_VISIBLE = "none is visible to this user";
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final String topic;
    private final GroupReader reader;
    private final Map<String, GroupHistory> groups = new LinkedHashMap<>();
    private final Thread thread = new Thread(this::watch, THREAD);
    private String trouble = NONE_VISIBLE;

    private GroupWatch(Admin admin, String topic, int partitions) {
        this.topic = topic;
        this.reader = new GroupReader(admin, topic, partitions);
        thread.setDaemon(true);
    }

    /** Starts to read. */
    static GroupWatch start(Admin admin, String topic, int partitions) {
        GroupWatch watch = new GroupWatch(admin, topic, partitions);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        try {
            while (true) {
                read(false);
                Thread.sleep(PERIOD.toMillis());
            }
        } catch (InterruptedException e) {
            // It is closed.
        }
    }

    /** @param any whether groups without members count if no others are found */
    private synchronized List<GroupState> read(boolean any) throws InterruptedException {
        try {
            List<GroupState> states = any ? reader.readAny() : reader.read();
            long nanos = System.nanoTime();
            for (GroupState state : states) {
                // A group that has no members now may be any former reader's.
                if (groups.containsKey(state.name()) || state.partitions() > 0) {
                    add(state, nanos);
                }
            }
            trouble = reader.refusal().orElse(NONE_VISIBLE);
            return states;
        } catch (ExecutionException e) {
            trouble = Texts.of(e.getCause());
        } catch (TimeoutException e) {
            trouble = "the cluster did not answer";
        } catch (KafkaException e) {
            trouble = Texts.of(e);
        } catch (LinkageError e) {
            trouble = "this version of Kafka's client cannot";
        }
        return List.of();
    }

    private void add(GroupState state, long nanos) {
        GroupHistory history = groups.get(state.name());
        if (history == null) {
            reader.remember(List.of(state));
            history = new GroupHistory(topic, reader.partitions(), state, nanos);
            groups.put(state.name(), history);
        }
        long tookNanos = history.add(state, nanos);
        if (tookNanos > 0) {
            Occurrence.ended("rebalance of group " + state.name(), tookNanos);
        }
    }

    @Override
    public synchronized void begin() {
        groups.values().forEach(GroupHistory::begin);
        reader.searchSeldom();
    }

    @Override
    public synchronized String seen() throws InterruptedException {
        List<GroupState> now = read(true);
        List<String> known =
                new ArrayList<>(groups.values().stream().map(GroupHistory::text).toList());
        now.stream()
                .filter(state -> !groups.containsKey(state.name()))
                .forEach(state ->
                        known.add(new GroupHistory(topic, reader.partitions(), state, System.nanoTime()).text()));
        String partitions = "topic " + topic + " has "
                + (reader.partitions() == 1 ? "1 partition" : reader.partitions() + " partitions");
        return partitions + "; "
                + (known.isEmpty()
                        ? "no consumer group was seen on it (" + trouble + ")"
                        : known.stream().collect(Collectors.joining("; ")));
    }

    synchronized List<Finding> findings() {
        if (groups.isEmpty()) {
            return List.of(UNREAD.found(topic, trouble));
        }
        long nanos = System.nanoTime();
        return groups.values().stream()
                .flatMap(group -> group.findings(nanos).stream())
                .toList();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
