package io.twohop.transport.aeron;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.archive.status.RecordingPos;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Publisher;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.status.CountersReader;

/**
 * Publishes to a publication that the archive records, and acknowledges what is recorded. With another archive the
 * publisher continues at the end of the recording: later messages have failed.
 */
final class ArchivePublisher implements Publisher, Linked {
    private static final int MOST_PENDING = 1 << 16;
    private static final long POLL_NANOS = 50_000;
    private static final long RECORDING_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Time to tell an ending archive from a stuck one: an ending archive frees its counters before its driver ends. */
    private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(3);

    private static final TransportException NOT_RECORDING =
            new TransportException("the archive has stopped recording the stream; see driver-errors.txt");

    private final String channel;
    private final int streamId;
    private final DriverLink link;
    private final Offers offers = new Offers();
    private final PendingMessages pending;
    private volatile RecordedSession session;
    private RecordedSession next;
    private Client client;
    private Client nextClient;
    private long stopped;
    private long recordingId;
    private long inactiveSinceNanos;
    private boolean isInactive;

    ArchivePublisher(String channel, int streamId, DriverLink link, Acknowledgements acknowledgements) {
        this.channel = channel;
        this.streamId = streamId;
        this.link = link;
        this.pending = new PendingMessages(MOST_PENDING, acknowledgements);
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (pending.isFull()) {
            return false;
        }
        RecordedSession now = session;
        if (now.isOver()) {
            throw NOT_RECORDING;
        }
        long position = offers.offer(now.publication(), message);
        if (position == 0) {
            return false;
        }
        pending.add(now, position, correlation);
        return true;
    }

    Offers offers() {
        return offers;
    }

    PendingMessages pending() {
        return pending;
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) {
        long start = System.nanoTime();
        while (!pending.isEmpty()) {
            if (System.nanoTime() - start > limit.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    @Override
    public void prepare(Client client) {
        nextClient = client;
        next = session == null ? begin(client) : goOn(client);
    }

    private RecordedSession begin(Client client) {
        ExclusivePublication publication = client.aeron().addExclusivePublication(channel, streamId);
        client.archive().startRecording(ofSession(publication), streamId, SourceLocation.LOCAL);
        CountersReader counters = client.aeron().countersReader();
        int counterId = counterOf(counters, publication.sessionId(), client.archive());
        recordingId = RecordingPos.getRecordingId(counters, counterId);
        return new RecordedSession(publication, counters, client::isClosed, counterId, recordingId, 0);
    }

    /** Continues the recording where the former archive ended it. */
    private RecordedSession goOn(Client client) {
        ExclusivePublication former = session.publication();
        stopped = client.archive().getStopPosition(recordingId);
        String continued = new ChannelUriStringBuilder(channel)
                .initialPosition(stopped, former.initialTermId(), former.termBufferLength())
                .build();
        ExclusivePublication publication = client.aeron().addExclusivePublication(continued, streamId);
        client.archive().extendRecording(recordingId, ofSession(publication), streamId, SourceLocation.LOCAL);
        CountersReader counters = client.aeron().countersReader();
        int counterId = counterOf(counters, publication.sessionId(), client.archive());
        return new RecordedSession(publication, counters, client::isClosed, counterId, recordingId, stopped);
    }

    private static String ofSession(ExclusivePublication publication) {
        return new ChannelUriStringBuilder()
                .media(CommonContext.IPC_MEDIA)
                .sessionId(publication.sessionId())
                .build();
    }

    private int counterOf(CountersReader counters, int sessionId, AeronArchive archive) {
        long start = System.nanoTime();
        int counterId = RecordingPos.findCounterIdBySession(counters, sessionId, archive.archiveId());
        while (counterId == CountersReader.NULL_COUNTER_ID) {
            if (System.nanoTime() - start > RECORDING_LIMIT_NANOS) {
                throw new TransportException(what() + ": the archive has not begun to record it; see driver.log");
            }
            LockSupport.parkNanos(POLL_NANOS);
            counterId = RecordingPos.findCounterIdBySession(counters, sessionId, archive.archiveId());
        }
        return counterId;
    }

    @Override
    public boolean isReady() {
        return next.publication().isConnected();
    }

    @Override
    public void turn() {
        client = nextClient;
        isInactive = false;
        RecordedSession former = session;
        session = next;
        if (former != null) {
            former.end(stopped);
        }
    }

    /**
     * Notices that the archive stopped recording: an archive that cannot write reports it nowhere, but frees its
     * counter.
     */
    @Override
    public void follow() {
        if (session.isOver() || session.isRecorded()) {
            isInactive = false;
            return;
        }
        long nowNanos = System.nanoTime();
        if (!isInactive) {
            isInactive = true;
            inactiveSinceNanos = nowNanos;
        } else if (nowNanos - inactiveSinceNanos > ENDING_NANOS && client.hasDriver(SIGN_OF_LIFE)) {
            session.end();
            link.notice("Aeron's archive has stopped recording stream " + streamId + "; see driver-errors.txt");
        }
    }

    @Override
    public String what() {
        return "publication of stream " + streamId;
    }

    @Override
    public void close() {
        link.remove(this);
        session.publication().close();
    }
}
