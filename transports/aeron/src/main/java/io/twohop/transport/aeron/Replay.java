package io.twohop.transport.aeron;

import io.aeron.Subscription;
import io.aeron.logbuffer.Header;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * The replay of one recording, which continues while the recording grows. With another archive it continues at the position
 * it has read up to. The consuming thread polls it; the connecting thread begins it.
 */
final class Replay extends Fragments {
    /**
     * The time after which a disconnected replay has ended: a replay begins within milliseconds, later only on a busy
     * machine.
     */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final long recordingId;
    private final ReadPosition read;
    private long turnedNanos;

    /** @param read the position up to which the recording has been read */
    Replay(long recordingId, ReadPosition read) {
        this.recordingId = recordingId;
        this.read = read;
    }

    long recordingId() {
        return recordingId;
    }

    /** Starts the replay of the unread part; pass the result to {@link #turn}. */
    Subscription begin(Client client, String channel, int streamId) {
        return client.archive().replay(recordingId, read.get(), Long.MAX_VALUE, channel, streamId);
    }

    /** Continues with another subscription, once the former one has no more. */
    void turn(Subscription next) {
        replace(next);
        turnedNanos = System.nanoTime();
    }

    boolean isReady() {
        return latest().isConnected();
    }

    /** Whether the replay has ended, as one does that began before its publisher extended the recording. */
    boolean hasEnded() {
        return !latest().isConnected() && System.nanoTime() - turnedNanos > PATIENCE_NANOS;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        long position = header.position();
        if (position <= read.get()) {
            return; // The former replay delivered it.
        }
        super.onFragment(buffer, offset, length, header);
        read.set(position);
    }

    void close() {
        latest().close();
        read.close();
    }
}
