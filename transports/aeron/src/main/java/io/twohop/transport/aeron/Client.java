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

    /** For threads that are still in a log buffer when the client is closed, which unmaps it. */
    private static final Duration LINGER = Duration.ofMillis(100);

    /**
     * Connects to a driver, and waits until it answers.
     *
     * @param withArchive whether an archive runs beside it
     * @param errors what its own threads notice
     * @throws TransportException where there is none
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

    /** Whether what it has mapped may be gone: it closes itself when its driver is silent for too long. */
    boolean isClosed() {
        return aeron.isClosed();
    }

    /** Whether its driver has given a sign of life lately; drivers do so once a second. */
    boolean hasDriver(Duration lately) {
        return aeron.context().isDriverActive(lately.toMillis(), ignored -> {});
    }

    /** The archive's part is closed with the other: it would ask, and nobody may answer. */
    @Override
    public void close() {
        aeron.close();
    }
}
