package io.twohop.transport.aeron;

import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.twohop.transport.MessageHandler;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * One recording as a consumer replays it, and goes on to while it grows. It remembers how far it has come, and goes
 * on there with another archive. Polled by the consuming thread; begun by the one that connects.
 */
final class Replay implements FragmentHandler {
    private static final int BATCH = 32;

    /** A replay begins within milliseconds, on a busy machine within less than this. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final long recordingId;
    private final ReadPosition read;
    private final Views views = new Views();
    private FragmentAssembler assembler;
    private MessageHandler handler;
    private int count;
    private RuntimeException failure;
    private Subscription current;
    private volatile Subscription latest;
    private long turnedNanos;

    /** @param read up to which position the recording has been read */
    Replay(long recordingId, ReadPosition read) {
        this.recordingId = recordingId;
        this.read = read;
    }

    long recordingId() {
        return recordingId;
    }

    /** Asks an archive for what has not been read yet; to be given to {@link #turn}. */
    Subscription begin(Client client, String channel, int streamId) {
        return client.archive().replay(recordingId, read.get(), Long.MAX_VALUE, channel, streamId);
    }

    /** From now on messages come from there, once the former has no more. */
    void turn(Subscription next) {
        latest = next;
        turnedNanos = System.nanoTime();
    }

    boolean isReady() {
        return latest.isConnected();
    }

    /** Whether no more comes of it, as when it had begun before its publisher went on with the recording. */
    boolean hasEnded() {
        return !latest.isConnected() && System.nanoTime() - turnedNanos > PATIENCE_NANOS;
    }

    int poll(MessageHandler receiver) {
        handler = receiver;
        count = 0;
        failure = null;
        if (current == latest) {
            current.poll(assembler, BATCH);
        } else if (current == null || current.poll(assembler, BATCH) == 0) {
            current = latest;
            // What the former had handed over in part comes again as a whole.
            assembler = new FragmentAssembler(this, 0, true);
        }
        if (failure != null) {
            throw failure;
        }
        return count;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        long position = header.position();
        if (position <= read.get()) {
            return; // The former replay had it.
        }
        count++;
        try {
            handler.onMessage(views.of(buffer, offset, length));
        } catch (RuntimeException e) {
            // Aeron would report it to its error handler, and nobody else.
            failure = e;
        }
        read.set(position);
    }

    void close() {
        latest.close();
        read.close();
    }
}
