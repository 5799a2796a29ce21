package io.twohop.cli.omb;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.Enums;
import io.twohop.config.Texts;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.registry.Providers;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Dimension;
import io.twohop.workload.Mode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Translates a workload for one driver. */
final class WorkloadTranslator {
    /** Rates from this on mean "as fast as possible" in the workloads that come with OpenMessaging Benchmark. */
    private static final long UNLIMITED = 10_000_000;

    private static final long MOST_THREADS = 64;
    private static final long MOST_WARM_UP_MINUTES = 60;
    private static final long BYTES_PER_GIB = 1L << 30;
    /** The most that fit into a number of bytes. */
    private static final long MOST_GIB = 1L << 32;

    private static final long DEFAULT_WARM_UP_MINUTES = 1;

    private static final long SECONDS_PER_MINUTE = 60;
    private static final int NUMBER_OF_KEYS = 10_000;
    private static final int SHARE_DIGITS = 4;

    private final Translation file;
    private final Map<String, Object> given;
    private final Driver driver;
    private final TransportProvider<?> transport;

    private WorkloadTranslator(Translation file, Driver driver) {
        this.file = file;
        this.driver = driver;
        transport = Providers.transport(driver.transport());
        given = WorkloadKey.read(file.source());
    }

    static void translate(Translation file, Driver driver) {
        new WorkloadTranslator(file, driver).translate();
    }

    private void translate() {
        name();
        rate();
        file.row("(OpenMessaging Benchmark)", "one hop")
                .mapped("hops", 1, "from publish to consume, without a service");
        topics();
        existingTopics();
        partitions();
        keys();
        payload();
        subscriptions();
        producers();
        consumers();
        backlog();
        duration();
        warmUp();
        value(WorkloadKey.SAMPLE_RATE).ifPresent(row -> row.unused("a run reports every second"));
    }

    private void name() {
        text(WorkloadKey.NAME)
                .ifPresent(name -> file.row(WorkloadKey.NAME.key(), name)
                        .mapped("description", name.replaceAll("\\p{Cntrl}+", " ")));
    }

    private void rate() {
        long rate = number(WorkloadKey.RATE, 0);
        Translation.Row row = file.row(WorkloadKey.RATE.key(), rate);
        if (hasBacklog() && rate > BacklogPlan.MOST_RATE) {
            row.refused(Texts.format(
                    "at most %,d beside consumerBacklogSizeGB, since a run with a backlog has at most %,d messages",
                    BacklogPlan.MOST_RATE, BacklogPlan.MOST_MESSAGES));
        } else if (!isClosed()) {
            row.mapped("rate", rate, "of all producers and topics together, as there");
        } else if (number(WorkloadKey.BACKLOG, 0) > 0) {
            row.refused(
                    "a rate from 1 to 9,999,999 beside consumerBacklogSizeGB: as fast as possible, nothing would say how"
                            + " fast the backlog builds");
        } else {
            row.approximated(
                    "mode",
                    Enums.text(Mode.THROUGHPUT),
                    (rate == 0 ? "0 has the rate searched for" : "a rate that no server holds")
                            + ": here a closed loop of acknowledged messages, which reports throughput and no latency;"
                            + " for the highest rate within an objective see mode: max-rate");
        }
    }

    /** Returns whether messages are to be sent as fast as possible. */
    private boolean isClosed() {
        long rate = number(WorkloadKey.RATE, 0);
        return rate == 0 || rate >= UNLIMITED;
    }

    private void topics() {
        long topics = number(WorkloadKey.TOPICS, 0);
        Translation.Row row = file.row(WorkloadKey.TOPICS.key(), topics);
        TopicLimit limit = transport.topicLimit();
        if (topics == 0) {
            row.refused("at least 1");
        } else if (topics > limit.most()) {
            row.approximated("topics", limit.most(), "the most of this transport: " + limit.why());
        } else {
            row.mapped("topics", topics);
        }
    }

    private void existingTopics() {
        Stream.of(WorkloadKey.EXISTING_TOPICS, WorkloadKey.EXISTING_PRODUCE_TOPICS, WorkloadKey.EXISTING_CONSUME_TOPICS)
                .filter(key -> given.containsKey(key.key()))
                .forEach(key -> {
                    Translation.Row row = file.row(key.key(), given.get(key.key()));
                    if (given.get(key.key()).equals(List.of())) {
                        row.unused("an empty list");
                    } else {
                        row.refused("topics: a run creates topics of its own, and never writes to others");
                    }
                });
    }

    private void partitions() {
        long partitions = number(WorkloadKey.PARTITIONS, 0);
        Translation.Row row = file.row(WorkloadKey.PARTITIONS.key(), partitions);
        switch (driver.partitions()) {
            case CREATED -> row.mapped("partitions", partitions);
            case IGNORED -> row.unused("this driver ignores it");
            case ONE -> {
                if (partitions == 1) {
                    row.unused("a topic of this driver has no partitions");
                } else {
                    row.refused("1, as this driver demands");
                }
            }
        }
    }

    private void keys() {
        String distributor = text(WorkloadKey.KEYS).orElse("NO_KEY");
        Translation.Row row = file.row(WorkloadKey.KEYS.key(), distributor);
        ObjectNode keys = JsonNodeFactory.instance.objectNode().put("count", String.valueOf(NUMBER_OF_KEYS));
        switch (distributor) {
            case "NO_KEY" -> {
                if (driver.partitions() == Driver.Partitions.CREATED && number(WorkloadKey.PARTITIONS, 0) > 1) {
                    row.approximated(
                            "producers take partitions in turn, message by message; OpenMessaging Benchmark leaves the"
                                    + " choice to the client, whose partitioner stays with one partition for a batch");
                } else {
                    row.unused("messages have no key unless keys says so");
                }
            }
            case "KEY_ROUND_ROBIN", "RANDOM_NANO" -> {
                if (!driver.usesKeys()) {
                    row.unused("this driver sends no key that anything reads");
                } else {
                    row.approximated(
                            "keys",
                            keys,
                            distributor.equals("RANDOM_NANO")
                                    ? "drawn by a seed, not by the clock; k0000000 to k0009999, not ten random letters"
                                    : "drawn at random, each as often, not in turn; k0000000 to k0009999, not ten random"
                                            + " letters");
                }
            }
            default -> row.refused("NO_KEY, KEY_ROUND_ROBIN or RANDOM_NANO");
        }
    }

    private void payload() {
        long size = number(WorkloadKey.MESSAGE_SIZE, 0);
        boolean randomized = Boolean.TRUE.equals(given.get(WorkloadKey.RANDOMIZED.key()));
        if (size == 0) {
            file.row(WorkloadKey.MESSAGE_SIZE.key(), size).refused("at least 1 byte");
        } else if (randomized) {
            randomPayload(size);
        } else {
            payloadOfFile(size);
        }
    }

    private void randomPayload(long size) {
        long payload = size - TraceHeader.BYTES;
        Translation.Row row = file.row(WorkloadKey.MESSAGE_SIZE.key(), size);
        if (payload >= 1) {
            row.mapped(
                    "size",
                    payload,
                    Texts.format("behind the trace header of %d bytes: %d in all", TraceHeader.BYTES, size));
        } else {
            row.approximated(
                    "size",
                    1,
                    Texts.format(
                            "behind the trace header of %d bytes, which no message lacks: %d in all",
                            TraceHeader.BYTES, TraceHeader.BYTES + 1));
        }
        file.row(WorkloadKey.RANDOMIZED.key(), true).mapped("size", Math.max(1, payload), "payloads are random bytes");
        randomShare(size, Math.max(1, payload));
        value(WorkloadKey.POOL)
                .ifPresent(pool ->
                        pool.approximated("payloads are not drawn from a pool: none repeats within a mebibyte"));
        value(WorkloadKey.PAYLOAD_FILE).ifPresent(path -> path.unused("useRandomizedPayloads replaces it"));
    }

    private void randomShare(long size, long payload) {
        double ratio = (Double) Objects.requireNonNullElse(given.get(WorkloadKey.RANDOM_RATIO.key()), 0.0);
        Translation.Row row = file.row(WorkloadKey.RANDOM_RATIO.key(), Texts.plain(ratio));
        if (!(ratio >= 0 && ratio <= 1)) {
            row.refused("a share from 0 to 1");
            return;
        }
        long zeros = size - (long) (size * ratio);
        BigDecimal share = BigDecimal.valueOf(zeros)
                .divide(BigDecimal.valueOf(payload), SHARE_DIGITS, RoundingMode.HALF_UP)
                .min(BigDecimal.ONE)
                .stripTrailingZeros();
        String zerosOf =
                Texts.format("zeros of %d bytes; the trace header compresses otherwise", Math.min(zeros, payload));
        if (zeros > payload) {
            row.approximated(
                    "compressible",
                    share.toPlainString(),
                    Texts.format("%s, so %d zeros are missing", zerosOf, zeros - payload));
        } else {
            row.mapped("compressible", share.toPlainString(), zerosOf);
        }
    }

    private void payloadOfFile(long size) {
        value(WorkloadKey.RANDOMIZED).ifPresent(row -> row.unused("the payload is that of payloadFile"));
        value(WorkloadKey.RANDOM_RATIO).ifPresent(row -> row.unused("without useRandomizedPayloads"));
        value(WorkloadKey.POOL).ifPresent(row -> row.unused("without useRandomizedPayloads"));
        String name = text(WorkloadKey.PAYLOAD_FILE).orElse("");
        Translation.Row row = file.row(WorkloadKey.PAYLOAD_FILE.key(), name);
        if (name.isBlank()) {
            row.refused("a file with the payload, or useRandomizedPayloads: true");
            return;
        }
        Optional<Path> path = payloadPath(name);
        if (path.isEmpty()) {
            row.refused("a file in the current directory, beside the workload or in a folder above it");
            return;
        }
        ObjectNode event =
                JsonNodeFactory.instance.objectNode().put("file", path.get().toString());
        row.mapped("event", event, "its bytes unchanged");
        sizeOfFile(size, path.get());
    }

    private void sizeOfFile(long size, Path payload) {
        Translation.Row row = file.row(WorkloadKey.MESSAGE_SIZE.key(), size);
        try {
            Optional<Long> other;
            try (Stream<Path> files = Files.isDirectory(payload) ? Files.list(payload) : Stream.of(payload)) {
                other = files.map(one -> one.toFile().length())
                        .filter(bytes -> bytes != size)
                        .findFirst();
            }
            if (other.isPresent()) {
                row.refused(Texts.format("%d, the size of the payload file", other.get()));
            } else {
                row.approximated(Texts.format(
                        "the payload file's; a trace header of %d bytes goes before it: %d in all",
                        TraceHeader.BYTES, size + TraceHeader.BYTES));
            }
        } catch (IOException e) {
            row.refused("a payload file that can be read: " + Texts.reason(e));
        }
    }

    /** OpenMessaging Benchmark starts in a folder above its workloads, which has the payloads. */
    private Optional<Path> payloadPath(String given) {
        try {
            Path workload = Path.of(file.source().sourceName()).toAbsolutePath().normalize();
            return Stream.concat(
                            Stream.of(Path.of("").toAbsolutePath()),
                            Stream.iterate(workload.getParent(), Objects::nonNull, Path::getParent))
                    .map(folder -> folder.resolve(given).normalize())
                    .filter(Files::exists)
                    .findFirst();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private void subscriptions() {
        long subscriptions = number(WorkloadKey.SUBSCRIPTIONS, 0);
        Translation.Row row = file.row(WorkloadKey.SUBSCRIPTIONS.key(), subscriptions);
        if (subscriptions == 0) {
            row.approximated("subscribers", 1, "each message is accounted for, so something has to receive it");
        } else if (subscriptions > 1 && isClosed()) {
            row.approximated("subscribers", 1, "a closed loop follows its messages to one subscriber");
        } else if (subscriptions > 1 && number(WorkloadKey.BACKLOG, 0) > 0) {
            row.approximated("subscribers", 1, "a backlog is followed at one subscriber");
        } else if (subscriptions > 1 && !transport.fansOut()) {
            row.approximated("subscribers", 1, "the most of this transport");
        } else if (subscriptions > MOST_THREADS) {
            row.approximated("subscribers", MOST_THREADS, "the most of a run");
        } else {
            row.mapped("subscribers", subscriptions);
        }
    }

    private void producers() {
        long producers = number(WorkloadKey.PRODUCERS, 0);
        Translation.Row row = file.row(WorkloadKey.PRODUCERS.key(), producers);
        if (producers == 0) {
            row.refused("at least 1");
            return;
        }
        long ours = Math.min(producers, MOST_THREADS);
        shared(row, "producers", producers, ours, "each sends to every topic; there, each topic has its own");
    }

    private void consumers() {
        long consumers = number(WorkloadKey.CONSUMERS, 0);
        Translation.Row row = file.row(WorkloadKey.CONSUMERS.key(), consumers);
        if (transport.keyOf(Dimension.CONSUMERS).isEmpty()) {
            if (consumers == 1) {
                row.unused("one, as here");
            } else {
                row.approximated("one consumer, the most of this transport");
            }
            return;
        }
        if (consumers == 0) {
            row.approximated("consumers", 1, "each message is accounted for, so something has to receive it");
            return;
        }
        long partitions = Math.max(1, number(WorkloadKey.PARTITIONS, 1));
        long ours = Math.min(consumers, MOST_THREADS);
        if (driver.partitions() == Driver.Partitions.CREATED && partitions < ours) {
            row.approximated(
                    "consumers",
                    partitions,
                    "one for each partition; others get no message, here and there"
                            + topicsNote("each reads every topic"));
            return;
        }
        shared(row, "consumers", consumers, ours, "each reads every topic; there, each topic has its own");
    }

    private String topicsNote(String note) {
        return number(WorkloadKey.TOPICS, 0) > 1 ? "; " + note : "";
    }

    private void shared(Translation.Row row, String key, long theirs, long ours, String ofTopics) {
        boolean several = number(WorkloadKey.TOPICS, 0) > 1;
        if (ours < theirs) {
            row.approximated(key, ours, "the most of a run, each a thread" + topicsNote(ofTopics));
        } else if (several) {
            row.approximated(key, ours, ofTopics);
        } else {
            row.mapped(key, ours);
        }
    }

    private void backlog() {
        long gib = number(WorkloadKey.BACKLOG, 0);
        value(WorkloadKey.DRAIN_RATIO).ifPresent(row -> {
            if (hasBacklog()) {
                row.approximated("a backlog has drained when no more messages are in flight than before it");
            } else {
                row.unused("without a backlog");
            }
        });
        if (gib == 0) {
            value(WorkloadKey.BACKLOG).ifPresent(row -> row.unused("no backlog"));
        } else if (hasBacklog()) {
            BacklogPlan plan = plan();
            Translation.Row row = file.row(WorkloadKey.BACKLOG.key(), gib);
            ObjectNode backlog = JsonNodeFactory.instance
                    .objectNode()
                    .put("messages", String.valueOf(plan.messages()))
                    .put("at", plan.beforeSeconds() + "s");
            if (plan.messages() < plan.wanted()) {
                row.approximated(
                        "backlog",
                        backlog,
                        Texts.format(
                                "there %,d messages; a run with a backlog follows each message and has at most %,d, warm-up"
                                        + " included",
                                plan.wanted(), BacklogPlan.MOST_MESSAGES));
            } else {
                row.mapped("backlog", backlog);
            }
        }
    }

    private boolean hasBacklog() {
        return number(WorkloadKey.BACKLOG, 0) > 0 && !isClosed();
    }

    private BacklogPlan plan() {
        long bytes = Math.min(MOST_GIB, number(WorkloadKey.BACKLOG, 0)) * BYTES_PER_GIB;
        return BacklogPlan.of(
                bytes / Math.max(1, number(WorkloadKey.MESSAGE_SIZE, 1)),
                number(WorkloadKey.RATE, 1),
                SECONDS_PER_MINUTE * number(WorkloadKey.WARM_UP, DEFAULT_WARM_UP_MINUTES),
                SECONDS_PER_MINUTE * number(WorkloadKey.DURATION, 0));
    }

    private void duration() {
        long minutes = number(WorkloadKey.DURATION, 0);
        Translation.Row row = file.row(WorkloadKey.DURATION.key(), minutes);
        if (minutes == 0) {
            row.refused("at least 1: a run has an end");
        } else if (hasBacklog()) {
            BacklogPlan plan = plan();
            row.approximated(
                    "duration",
                    plan.durationSeconds() + "s",
                    Texts.format(
                            "%d s before the backlog, %d s to build it, and %d s, in which it drains; there %d minutes begin when"
                                    + " it has drained",
                            plan.beforeSeconds(), plan.buildSeconds(), plan.afterSeconds(), minutes));
        } else {
            row.mapped("duration", minutes + "m");
        }
    }

    private void warmUp() {
        boolean given = value(WorkloadKey.WARM_UP).isPresent();
        long minutes = number(WorkloadKey.WARM_UP, DEFAULT_WARM_UP_MINUTES);
        Translation.Row row = file.row(WorkloadKey.WARM_UP.key(), minutes);
        if (hasBacklog() && plan().warmUpSeconds() < SECONDS_PER_MINUTE * minutes) {
            row.approximated("warmup", plan().warmUpSeconds() + "s", "see consumerBacklogSizeGB");
        } else if (minutes > MOST_WARM_UP_MINUTES) {
            row.approximated("warmup", MOST_WARM_UP_MINUTES + "m", "the longest of a run");
        } else {
            row.mapped("warmup", minutes + "m", given ? "" : "the default; Redpanda's fork has 30");
        }
    }

    /** Begins a remark on a key that the file has. */
    private Optional<Translation.Row> value(WorkloadKey key) {
        return Optional.ofNullable(given.get(key.key())).map(value -> file.row(key.key(), value));
    }

    private Optional<String> text(WorkloadKey key) {
        return Optional.ofNullable((String) given.get(key.key()));
    }

    /** Returns a whole number of 0 or more, and refuses any other at once: what follows computes with it. */
    private long number(WorkloadKey key, long byDefault) {
        long number = (Long) Objects.requireNonNullElse(given.get(key.key()), byDefault);
        if (number < 0) {
            throw file.source().invalid(key.key(), number, "0 or more");
        }
        return number;
    }
}
