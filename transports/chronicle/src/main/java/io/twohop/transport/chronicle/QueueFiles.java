package io.twohop.transport.chronicle;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** A queue, its readers, and the files that all of them have passed. */
final class QueueFiles {
    static final String SUFFIX = ".cq4";

    private final SingleChronicleQueue queue;
    private final Path path;
    private final RollCycle rollCycle;
    private final DateTimeFormatter nameFormat;
    private final Set<String> groups = new HashSet<>();
    private final List<ChronicleSubscription> subscriptions = new CopyOnWriteArrayList<>();

    private QueueFiles(SingleChronicleQueue queue, Path path) {
        this.queue = queue;
        this.path = path;
        this.rollCycle = queue.rollCycle();
        this.nameFormat = DateTimeFormatter.ofPattern(rollCycle.format()).withZone(ZoneOffset.UTC);
    }

    /** @param config with a roll cycle and a block size */
    static QueueFiles open(ChronicleConfig config, Path path, MonotonicTime clock) {
        SingleChronicleQueue queue = SingleChronicleQueueBuilder.binary(path)
                .rollCycle(TimedRollCycle.of(config.rollCycle()))
                .timeProvider(clock)
                .blockSize(config.blockSize().bytes())
                .storeFileListener(RollEvents.INSTANCE)
                .build();
        return new QueueFiles(queue, path);
    }

    /** Opens a queue of others, with the roll cycle that its metadata has, and rolls it by the wall clock as they do. */
    static QueueFiles existing(Path path, int blockBytes) {
        SingleChronicleQueue queue = SingleChronicleQueueBuilder.binary(path)
                .blockSize(blockBytes)
                .storeFileListener(RollEvents.INSTANCE)
                .build();
        return new QueueFiles(queue, path);
    }

    SingleChronicleQueue queue() {
        return queue;
    }

    Path path() {
        return path;
    }

    Set<String> groups() {
        return groups;
    }

    ExcerptAppender newAppender() {
        ExcerptAppender appender = queue.createAppender();
        // Created on one thread and used by another, one at a time.
        appender.singleThreadedCheckDisabled(true);
        return appender;
    }

    /** @param name of the read position in the queue, which survives the reader; empty to start at the beginning */
    ChronicleSubscription newSubscription(Optional<String> name) {
        ExcerptTailer tailer = name.map(queue::createTailer).orElseGet(queue::createTailer);
        tailer.singleThreadedCheckDisabled(true);
        ChronicleSubscription subscription = new ChronicleSubscription(tailer, name.isPresent());
        subscriptions.add(subscription);
        return subscription;
    }

    /** Returns a subscription to the messages appended from now on. */
    ChronicleSubscription newSubscriptionFromEnd() {
        ExcerptTailer tailer = queue.createTailer();
        tailer.singleThreadedCheckDisabled(true);
        return new ChronicleSubscription(tailer.toEnd(), false);
    }

    String rollCycle() {
        return rollCycle.toString();
    }

    /**
     * Returns the name of the oldest file that a reader still needs; smaller names have been passed by all.
     *
     * @return empty until every reader has begun
     */
    Optional<String> oldestNeeded() {
        int oldest = Integer.MAX_VALUE;
        for (ChronicleSubscription subscription : subscriptions) {
            oldest = Math.min(oldest, subscription.cycle());
        }
        if (subscriptions.isEmpty() || oldest == ChronicleSubscription.NOT_BEGUN) {
            return Optional.empty();
        }
        Instant begin = Instant.ofEpochMilli((long) oldest * rollCycle.lengthInMillis());
        return Optional.of(nameFormat.format(begin) + SUFFIX);
    }

    void close() {
        queue.close();
    }
}
