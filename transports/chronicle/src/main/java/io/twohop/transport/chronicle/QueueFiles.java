package io.twohop.transport.chronicle;

import io.twohop.transport.Subscription;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** A queue, its readers, and which of its files all of them have passed. */
final class QueueFiles {
    static final String SUFFIX = ".cq4";

    private final SingleChronicleQueue queue;
    private final Path path;
    private final RollCycle rollCycle;
    private final DateTimeFormatter nameFormat;
    private final Set<String> groups = new HashSet<>();
    private final List<ChronicleSubscription> subscriptions = new CopyOnWriteArrayList<>();

    QueueFiles(SingleChronicleQueue queue, Path path, RollCycle rollCycle) {
        this.queue = queue;
        this.path = path;
        this.rollCycle = rollCycle;
        this.nameFormat = DateTimeFormatter.ofPattern(rollCycle.format()).withZone(ZoneOffset.UTC);
    }

    Path path() {
        return path;
    }

    Set<String> groups() {
        return groups;
    }

    ExcerptAppender newAppender() {
        ExcerptAppender appender = queue.createAppender();
        // Made on one thread and used by another, one at a time.
        appender.singleThreadedCheckDisabled(true);
        return appender;
    }

    /** @param name by which the queue remembers how far it was read, in case the reader dies; null to begin anew */
    Subscription newSubscription(String name) {
        ExcerptTailer tailer = name == null ? queue.createTailer() : queue.createTailer(name);
        tailer.singleThreadedCheckDisabled(true);
        ChronicleSubscription subscription = new ChronicleSubscription(tailer, name != null);
        subscriptions.add(subscription);
        return subscription;
    }

    /**
     * The name of the oldest file that a reader still needs; every file with a smaller name has been passed by all.
     *
     * @return null while a reader has not begun
     */
    String oldestNeeded() {
        int oldest = Integer.MAX_VALUE;
        for (ChronicleSubscription subscription : subscriptions) {
            oldest = Math.min(oldest, subscription.cycle());
        }
        if (subscriptions.isEmpty() || oldest == ChronicleSubscription.NOT_BEGUN) {
            return null;
        }
        return nameFormat.format(Instant.ofEpochMilli((long) oldest * rollCycle.lengthInMillis())) + SUFFIX;
    }

    void close() {
        queue.close();
    }
}
