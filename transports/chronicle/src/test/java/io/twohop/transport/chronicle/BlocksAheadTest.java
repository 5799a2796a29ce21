package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlocksAheadTest {
    private static final long CYCLE_MILLIS = 3_600_000;
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int MESSAGE_BYTES = 1_000;
    private static final int MESSAGES_OF_A_BLOCK = BLOCK_BYTES / (MESSAGE_BYTES + 4);

    @TempDir
    Path directory;

    private long written;
    private long read;

    /** Returns a clock at the beginning of a cycle: a roll in the middle of a test would change what is due. */
    private static MonotonicTime clock() {
        MonotonicTime clock = MonotonicTime.running();
        clock.skip(CYCLE_MILLIS - clock.currentTimeMillis() % CYCLE_MILLIS);
        return clock;
    }

    private QueueFiles queue(MonotonicTime clock) {
        return QueueFiles.open(Configs.of(Writing.QUEUE, "1h"), directory, clock);
    }

    private void write(MessageWriter writer, int messages) {
        ByteBuffer message = Configs.message(MESSAGE_BYTES);
        for (int i = 0; i < messages; i++) {
            for (int at = 0; at + 8 <= MESSAGE_BYTES; at += 8) {
                message.putLong(at, written);
            }
            written++;
            writer.append(message);
        }
    }

    private void readAll(ChronicleSubscription subscription) {
        int polled;
        do {
            polled = subscription.poll(this::check, 0);
        } while (polled > 0);
    }

    private void check(ByteBuffer message) {
        for (int at = 0; at + 8 <= MESSAGE_BYTES; at += 8) {
            if (message.getLong(at) != read) {
                throw new AssertionError("message " + read + " has " + message.getLong(at) + " at " + at);
            }
        }
        read++;
    }

    private static int prepareAll(BlocksAhead ahead) throws IOException {
        int count = 0;
        while (ahead.prepareNext()) {
            count++;
        }
        return count;
    }

    @Test
    void shouldPrepareABlockForEachThatIsWrittenAndFollowARoll() throws IOException {
        MonotonicTime clock = clock();
        QueueFiles queue = queue(clock);
        MessageWriter writer = new MessageWriter(queue.newAppender());
        BlocksAhead ahead = new BlocksAhead(queue.queue(), 2);
        assertThat(prepareAll(ahead)).as("no file yet").isZero();

        write(writer, 1);
        // The first look finds the file; then the block with the message and two more.
        assertThat(prepareAll(ahead)).isEqualTo(4);
        assertThat(prepareAll(ahead)).isZero();
        write(writer, 10 * MESSAGES_OF_A_BLOCK);
        assertThat(prepareAll(ahead)).isPositive();
        assertThat(ahead.held())
                .as("the block before the written one, and two ahead")
                .isBetween(3, 4);

        clock.skip(CYCLE_MILLIS);
        assertThat(prepareAll(ahead)).as("no new file yet").isZero();
        write(writer, 1);
        assertThat(prepareAll(ahead)).isEqualTo(4);
        ahead.close();
        ahead.close();
        queue.close();
    }

    @Test
    void shouldChangeNoMessageWhileItTouchesTheBlocks() throws Exception {
        QueueFiles queue = queue(clock());
        MessageWriter writer = new MessageWriter(queue.newAppender());
        ChronicleSubscription subscription = queue.newSubscription(Optional.empty());
        AtomicBoolean ended = new AtomicBoolean();
        Thread touching = new Thread(() -> {
            while (!ended.get()) {
                // Anew each time, so that it touches the block that is being written.
                try (BlocksAhead ahead = new BlocksAhead(queue.queue(), 1)) {
                    prepareAll(ahead);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        touching.start();
        for (int i = 0; i < 200; i++) {
            write(writer, 500);
            readAll(subscription);
        }
        ended.set(true);
        touching.join();

        assertThat(read).isEqualTo(written);
        queue.close();
    }

    /** A thread that reads a page which is no longer in its file dies with the JVM. */
    @Test
    void shouldDeleteAFileUnderAMapThatIsStillRead() throws Exception {
        Path file = directory.resolve("old" + QueueFiles.SUFFIX);
        int bytes = 10 * BLOCK_BYTES;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer map = channel.map(MapMode.READ_WRITE, 0, bytes);
            map.put(bytes - 1, (byte) 1);

            FileSpace.delete(file, 0);

            assertThat(file).doesNotExist();
            boolean punched = System.getProperty("os.name").equals("Linux");
            assertThat(map.get(bytes - 1)).isEqualTo((byte) (punched ? 0 : 1));
        }
    }

    @Test
    void shouldReserveSpaceWithoutAChangeOfLength() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "some");
        try (FileSpace space = FileSpace.of(file)) {
            assertThat(space.allocate(0, BLOCK_BYTES))
                    .isEqualTo(System.getProperty("os.name").equals("Linux"));
        }
        assertThat(file).hasContent("some");
        try (FileSpace space = FileSpace.of(directory.resolve("missing"))) {
            assertThat(space.allocate(0, BLOCK_BYTES)).isFalse();
        }
    }
}
