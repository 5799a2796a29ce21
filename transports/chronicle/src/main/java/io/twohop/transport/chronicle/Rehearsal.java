package io.twohop.transport.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Rolls a scratch queue in simulated time before a run that rolls. Otherwise the first roll would discard the compiled
 * code of appending and reading, which takes tens of milliseconds to return.
 */
final class Rehearsal {
    static final String PREFIX = "rehearsal-";

    static final int ROLLS = 20;

    /** Enough between rolls that the code which the next one interrupts is compiled. */
    static final int MESSAGES_PER_CYCLE = 6_000;

    /** Polls of an empty queue before and after each roll: a reader waits both at the end of a file and of a queue. */
    private static final int IDLE_POLLS = 200;

    private static final int MESSAGE_BYTES = 256;

    private Rehearsal() {}

    /**
     * Rehearses on threads of its own, and leaves nothing behind.
     *
     * @param directory of the run's queues
     * @return number of files that the scratch queue rolled through
     */
    static int of(ChronicleConfig config, Path directory) throws IOException {
        Path scratch = Files.createTempDirectory(directory, PREFIX);
        try {
            return roll(config, scratch);
        } finally {
            delete(scratch);
        }
    }

    private static int roll(ChronicleConfig config, Path scratch) {
        MonotonicTime clock = MonotonicTime.running();
        QueueFiles queue = QueueFiles.open(config, scratch, clock);
        try {
            MessageWriter writer = new MessageWriter(queue.newAppender());
            ChronicleSubscription subscription = queue.newSubscription(Optional.empty());
            long cycleMillis = RollCycleNames.length(config.rollCycle()).toMillis();
            int files = 0;
            for (int roll = 0; roll <= ROLLS; roll++) {
                int before = subscription.cycle();
                onNewThread(() -> carry(writer, subscription));
                files += subscription.cycle() == before ? 0 : 1;
                clock.skip(cycleMillis);
                // Some rolls meet a reader that waits, others one that has yet to find the former file's end.
                if (roll % 2 == 0) {
                    idle(subscription);
                }
            }
            subscription.close();
            writer.appender().close();
            return files;
        } finally {
            queue.close();
        }
    }

    /** The first roll of each thread fills Chronicle's thread-local caches, which are branches of their own. */
    private static void onNewThread(Runnable part) {
        Thread thread = new Thread(part, "chronicle-rehearsal");
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void carry(MessageWriter writer, ChronicleSubscription subscription) {
        ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE_BYTES);
        for (int i = 0; i < MESSAGES_PER_CYCLE; i++) {
            writer.append(message);
            subscription.take();
            subscription.take();
        }
        idle(subscription);
    }

    private static void idle(ChronicleSubscription subscription) {
        for (int i = 0; i < IDLE_POLLS; i++) {
            subscription.take();
        }
    }

    private static void delete(Path scratch) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(scratch)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
