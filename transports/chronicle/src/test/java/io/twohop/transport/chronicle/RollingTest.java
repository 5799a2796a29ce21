package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Occurrence;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real files that really roll each second. */
@Tag("one-jdk")
@Timeout(360)
class RollingTest {
    private static final Channel CHANNEL = new Channel("requests", 1);
    private static final long SECONDS = 6;

    @TempDir
    Path directory;

    private long expected;

    @Test
    void shouldLoseNothingAndBoundItsFilesWhileReadersKeepUp() throws Exception {
        try (Recording recording = new Recording();
                Transport transport = open(scarce())) {
            recording.start();
            Subscription subscription = transport.subscribe(CHANNEL, "a");
            Publisher publisher = transport.publisher(CHANNEL, Acknowledgements.NONE);
            long published = 0;
            long mostFiles = 0;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            ByteBuffer message = Configs.message(64);
            while (System.nanoTime() < end) {
                message.putLong(0, published++);
                publisher.publish(message, 0);
                subscription.poll(this::receive, 0);
                if (published % 100 == 0) {
                    mostFiles = Math.max(mostFiles, files());
                    Thread.sleep(1);
                }
            }
            drain(subscription, published);

            assertThat(expected).isEqualTo(published);
            assertThat(mostFiles).isBetween(2L, 4L);
            Path file = directory.resolve("rolls.jfr");
            recording.dump(file);
            assertThat(RecordingFile.readAllEvents(file).stream()
                            .filter(event -> event.getEventType().getName().equals(Occurrence.NAME)))
                    .as("rolls of writer and reader, marked for the explanation of slow messages")
                    .hasSizeGreaterThanOrEqualTo((int) SECONDS);
        }
    }

    @Test
    void shouldDeleteNothingWhileSpaceIsLeft() throws Exception {
        try (Transport transport = open()) {
            Subscription subscription = transport.subscribe(CHANNEL, "a");
            Publisher publisher = transport.publisher(CHANNEL, Acknowledgements.NONE);
            Set<Path> seen = new HashSet<>();
            long published = 0;
            ByteBuffer message = Configs.message(64);
            while (seen.size() < 4) {
                message.putLong(0, published++);
                publisher.publish(message, 0);
                subscription.poll(this::receive, 0);
                seen.addAll(list());
                Thread.sleep(1);
            }

            assertThat(list()).containsExactlyInAnyOrderElementsOf(seen);
        }
    }

    @Test
    void shouldKeepEveryFileThatAReaderHasNotPassed() throws Exception {
        try (Transport transport = open(scarce())) {
            Subscription fast = transport.subscribe(CHANNEL, "fast");
            Subscription slow = transport.subscribe(CHANNEL, "slow");
            Publisher publisher = transport.publisher(CHANNEL, Acknowledgements.NONE);
            long published = 0;
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            ByteBuffer message = Configs.message(64);
            while (System.nanoTime() < end) {
                message.putLong(0, published++);
                publisher.publish(message, 0);
                fast.poll(ignored -> {}, 0);
                if (published == 10) {
                    slow.poll(this::receive, 0);
                }
                Thread.sleep(1);
            }

            assertThat(files()).isGreaterThanOrEqualTo(SECONDS);
            drain(slow, published);
            assertThat(expected).isEqualTo(published);
        }
    }

    /** By the wall clock, a step back of more than a cycle would put messages into a file that readers have passed. */
    @Test
    void shouldRollByAClockThatNobodySets() throws Exception {
        MonotonicTime clock = MonotonicTime.running();
        long before = clock.currentTimeMillis();
        try (Transport transport = open()) {
            transport.publisher(CHANNEL, Acknowledgements.NONE).publish(Configs.message(64), 0);
            long after = clock.currentTimeMillis();

            DateTimeFormatter format = DateTimeFormatter.ofPattern(
                            TimedRollCycle.of("1s").format() + "'" + QueueFiles.SUFFIX + "'")
                    .withZone(ZoneOffset.UTC);
            try (Stream<Path> files = Files.list(directory.resolve("requests"))) {
                assertThat(files.map(file -> file.getFileName().toString())
                                .filter(name -> name.endsWith(QueueFiles.SUFFIX))
                                .map(name -> format.parse(name, Instant::from).toEpochMilli()))
                        .singleElement(LONG)
                        .isBetween(before - 1_000, after);
            }
        }
    }

    /** The disk fills up by half before the first look at it. */
    private static ChronicleTransport.FreeSpace scarce() {
        AtomicInteger looks = new AtomicInteger();
        return path -> looks.getAndIncrement() == 0 ? 1_000 : 499;
    }

    private Transport open() throws IOException {
        return open(Space::usableBytes);
    }

    private Transport open(ChronicleTransport.FreeSpace space) throws IOException {
        return new ChronicleTransport(
                Configs.of(Writing.QUEUE, "1s"), Configs.context(directory, 1_000, 100_000), space);
    }

    private void drain(Subscription subscription, long until) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (expected < until && System.nanoTime() < deadline) {
            subscription.poll(this::receive, 0);
        }
    }

    private void receive(ByteBuffer message) {
        assertThat(message.getLong()).isEqualTo(expected);
        expected++;
    }

    private long files() throws IOException {
        return list().size();
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("requests"))) {
            return files.filter(file -> file.toString().endsWith(".cq4")).toList();
        }
    }
}
