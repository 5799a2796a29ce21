package io.twohop.transport.aeron;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.exceptions.AeronException;
import io.twohop.transport.TransportException;
import io.twohop.transport.aeron.driver.OwnDriver;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.ErrorHandler;

/**
 * This process's clients of one media driver.
 *
 * @param archive null where nothing is recorded
 */
record Client(Aeron aeron, AeronArchive archive) implements AutoCloseable {
    private static final Duration ARCHIVE_LIMIT = Duration.ofSeconds(20);

    /** The delay before a closed client unmaps its buffers, for threads that are still in one. */
    private static final Duration LINGER = Duration.ofMillis(100);

    /**
     * Connects to a driver, and waits until it answers.
     *
     * @param withArchive whether an archive runs beside the driver
     * @param errors receives what the client's own threads notice
     * @throws TransportException if no driver answers
     */
    static Client connect(Path aeronDir, boolean withArchive, ErrorHandler errors) {
        Aeron aeron = null;
        try {
            aeron = Aeron.connect(new Aeron.Context()
                    .aeronDirectoryName(aeronDir.toString())
                    .preTouchMappedMemory(true)
                    .closeLingerDurationNs(LINGER.toNanos())
                    .errorHandler(errors)
                    .subscriberErrorHandler(errors));
            return new Client(aeron, withArchive ? archive(aeron) : null);
        } catch (AeronException e) {
            if (aeron != null) {
                aeron.close();
            }
            throw new TransportException(
                    "dir: " + aeronDir + " (expected: the aeron.dir of a driver that answers): " + e.getMessage(), e);
        }
    }

    private static AeronArchive archive(Aeron aeron) {
        return AeronArchive.connect(OwnDriver.archiveClient()
                .aeron(aeron)
                .ownsAeronClient(false)
                .messageTimeoutNs(ARCHIVE_LIMIT.toNanos()));
    }

    /**
     * Whether the client is closed and its memory may be unmapped; a client closes itself when its driver stays silent.
     */
    boolean isClosed() {
        return aeron.isClosed();
    }

    /** Whether the driver gave a sign of life within a time; drivers give one a second. */
    boolean hasDriver(Duration lately) {
        return aeron.context().isDriverActive(lately.toMillis(), ignored -> {});
    }

    /** Closes the clients. The archive is not asked to end its session, since it may never answer. */
    @Override
    public void close() {
        aeron.close();
    }
}
