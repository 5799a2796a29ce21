package io.twohop.pipeline;

import io.twohop.account.DurationText;
import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.event.RandomBytes;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.pipeline.key.MessageKeys;
import io.twohop.replay.FileRow;
import io.twohop.replay.ReadAhead;
import io.twohop.schedule.DueTimes;
import io.twohop.transport.Publisher;
import io.twohop.workload.ArrivalFile;
import io.twohop.workload.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Sending at the times of a file, which may also have sizes, keys and topics. */
final class ReplayedSending extends Sending {
    /** The longest wait for the first rows. A slower file may run dry, which is then reported. */
    private static final long MOST_NANOS_TO_FILL = TimeUnit.SECONDS.toNanos(30);

    /** Shortest pause that is reported: a run over the file looks as if it stood still. */
    private static final long LONG_GAP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ArrivalFile arrivals;
    private final ReadAhead file;

    /** Begins to read the file. */
    ReplayedSending(PipelineSpec<?> spec) {
        super(spec);
        Load load = spec.load();
        arrivals = load.arrivals().file();
        file = ReadAhead.begin(
                arrivals,
                load.warmup().toNanos(),
                load.duration().toNanos(),
                spec.share().division(spec.topology().producers()),
                spec.topology().topics());
    }

    @Override
    <T> Generator<T> generator(int number, Shared<T> shared, Publisher publisher, AcknowledgementRecorder outcomes) {
        return new ScheduledGenerator<>(number, shared, publisher, file.schedule(number));
    }

    @Override
    DueTimes due(int number) {
        return DueTimes.NOT_KNOWN;
    }

    @Override
    long dueBetween(long fromNanos, long toNanos) {
        return toNanos <= fromNanos ? 0 : file.dueBetween(fromNanos, toNanos);
    }

    /** Random bytes take their sizes from the file. */
    @Override
    @SuppressWarnings("unchecked")
    <T> EventSource<T> source(EventType<T> type, int number) {
        if (arrivals.size() == null || !(type instanceof RandomBytes random)) {
            return super.source(type, number);
        }
        FileRow row = file.row(number);
        return (EventSource<T>) random.source(runWide(number), sequence -> row.bytes());
    }

    @Override
    MessageKeys keys(int number) {
        if (arrivals.key() == null) {
            return super.keys(number);
        }
        FileRow row = file.row(number);
        return (producer, sequence) -> row.key();
    }

    @Override
    MessageTopics topics(int number) {
        if (arrivals.topic() == null) {
            return super.topics(number);
        }
        FileRow row = file.row(number);
        return lanes -> lanes.toTopic(row.topic());
    }

    @Override
    void awaitReady() throws InterruptedException {
        file.awaitFilled(MOST_NANOS_TO_FILL);
    }

    @Override
    List<Finding> incidents(Tasks tasks) {
        List<Finding> incidents = new ArrayList<>();
        long readTooLate = 0;
        boolean unread = false;
        for (Generator<?> generator : tasks.generators()) {
            ScheduledGenerator<?> scheduled = (ScheduledGenerator<?>) generator;
            readTooLate += scheduled.readTooLate();
            unread |= scheduled.isUnread();
        }
        Optional<String> failure = file.failure();
        if (failure.isPresent()) {
            incidents.add(Rules.ARRIVALS_UNREADABLE.found(failure.get()));
        } else if (unread) {
            incidents.add(Rules.ARRIVALS_UNREAD.found());
        }
        if (readTooLate > 0) {
            incidents.add(Rules.ARRIVALS_READ_LATE.found(readTooLate));
        }
        if (file.longestGapNanos() > LONG_GAP_NANOS) {
            incidents.add(Rules.ARRIVALS_GAP.found(DurationText.of(file.longestGapNanos()), file.longestGapLine()));
        }
        return incidents;
    }

    @Override
    public void close() {
        file.close();
    }
}
