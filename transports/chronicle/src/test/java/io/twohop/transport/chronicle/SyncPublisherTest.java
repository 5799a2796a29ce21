package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.transport.Acknowledgements;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real files; only the clock that rolls them is set by hand. */
class SyncPublisherTest {
    private static final int SYNC_EVERY = 3;

    @TempDir
    Path directory;

    private final SetTimeProvider time = new SetTimeProvider("2026-11-21T00:00:00");
    private final List<Long> acknowledged = new ArrayList<>();
    private final List<Long> failed = new ArrayList<>();
    private SingleChronicleQueue queue;
    private Runnable meanwhile = () -> {};
    private ObservedSync sync;
    private SyncPublisher publisher;

    @BeforeEach
    void open() {
        queue = SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(TimedRollCycle.of("1s"))
                .blockSize(1 << 20)
                .timeProvider(time)
                .build();
        ExcerptAppender appender = queue.createAppender();
        sync = new ObservedSync(appender);
        publisher = new SyncPublisher(appender, sync, SYNC_EVERY, new Outcomes());
    }

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void shouldAcknowledgeOnlyWhatASyncHasCovered() {
        publish(0, 2);
        assertThat(sync.syncs).isZero();
        assertThat(acknowledged).isEmpty();

        publish(2, 1);
        assertThat(sync.syncs).isEqualTo(1);
        assertThat(acknowledged).containsExactly(0L, 1L, 2L);

        publish(3, 3);
        assertThat(sync.syncs).isEqualTo(2);
        assertThat(acknowledged).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void shouldSyncTheRestWhenAcknowledgementsAreAwaited() {
        publish(0, 4);

        assertThat(publisher.awaitAcknowledged(Duration.ofSeconds(1))).isTrue();
        assertThat(sync.syncs).isEqualTo(2);
        assertThat(acknowledged).containsExactly(0L, 1L, 2L, 3L);
    }

    /** A reply arrives before it is acknowledged, and then nothing is left to wait for but acknowledgements. */
    @Test
    void shouldAcknowledgeOnceWhatIsAwaitedWhileItIsAcknowledged() throws Exception {
        Thread waiter = new Thread(() -> publisher.awaitAcknowledged(Duration.ofSeconds(1)));
        meanwhile = () -> {
            meanwhile = () -> {};
            waiter.start();
            while (waiter.getState() != Thread.State.BLOCKED && waiter.getState() != Thread.State.TERMINATED) {
                Thread.onSpinWait();
            }
        };

        publish(0, 3);
        waiter.join();

        assertThat(acknowledged).containsExactly(0L, 1L, 2L);
    }

    @Test
    void shouldFinishTheOldFileBeforeItGoesOnInANewOne() {
        publish(0, 1);
        int before = sync.closes;
        time.advanceMillis(1_000);
        publish(1, 1);

        assertThat(sync.closes).isEqualTo(before + 1);
        assertThat(acknowledged).isEmpty();
    }

    @Test
    void shouldReportEachMessageAsFailedWhenTheDiskDoesNotConfirm() {
        sync.failing = true;
        publish(0, 3);
        assertThat(acknowledged).isEmpty();
        assertThat(failed).containsExactly(0L, 1L, 2L);

        sync.failing = false;
        publish(3, 3);
        assertThat(acknowledged).containsExactly(3L, 4L, 5L);
        assertThat(failed).hasSize(3);
    }

    @Test
    void shouldThrowWhenTheMessageCannotBeAppended() {
        queue.close();

        assertThatThrownBy(() -> publish(0, 1)).isInstanceOf(RuntimeException.class);
        assertThat(acknowledged).isEmpty();
        assertThat(failed).isEmpty();
    }

    private void publish(long from, int count) {
        for (long number = from; number < from + count; number++) {
            assertThat(publisher.publish(Configs.message(64), number)).isTrue();
        }
    }

    private final class Outcomes implements Acknowledgements {
        @Override
        public void acknowledged(long correlation) {
            acknowledged.add(correlation);
            meanwhile.run();
        }

        @Override
        public void failed(long correlation, Throwable cause) {
            failed.add(correlation);
        }
    }

    /** Counts, and fails on request; the real sync works beneath. */
    private static final class ObservedSync extends FileSync {
        private int syncs;
        private int closes;
        private boolean failing;

        ObservedSync(ExcerptAppender appender) {
            super(appender);
        }

        @Override
        void sync() {
            if (failing) {
                throw new UncheckedIOException(new IOException("input/output error"));
            }
            syncs++;
            super.sync();
        }

        @Override
        public void close() throws IOException {
            closes++;
            super.close();
        }
    }
}
