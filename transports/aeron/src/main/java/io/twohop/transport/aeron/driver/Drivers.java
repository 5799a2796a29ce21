package io.twohop.transport.aeron.driver;

import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.driver.Configuration;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.twohop.transport.aeron.driver.DriverPlan.ArchivePlan;
import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** A media driver on threads of this process, with an archive if planned. */
final class Drivers implements AutoCloseable {
    /** The archive's control channel, in shared memory that no other run reaches. */
    static final String CONTROL_CHANNEL = "aeron:ipc?term-length=65536";

    /** Maximum number of streams: all topics, with several publishers, on two hops. */
    private static final int MOST_STREAMS = 1 << 14;

    private static final long SPINS = 10;
    private static final long YIELDS = 20;
    private static final long MIN_PARK_NANOS = 1_000;
    private static final long MAX_PARK_NANOS = 1_000_000;

    private final MediaDriver driver;
    private final Optional<Archive> archive;

    /** @param directory the aeron.dir, which is recreated */
    Drivers(DriverPlan plan, Path directory) {
        driver = MediaDriver.launch(context(plan, directory));
        try {
            archive = plan.archive().map(own -> Archive.launch(archive(plan, own, directory, driver.context())));
        } catch (RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    private static MediaDriver.Context context(DriverPlan plan, Path directory) {
        MediaDriver.Context context = new MediaDriver.Context();
        if (System.getProperty(Configuration.SOCKET_RCVBUF_LENGTH_PROP_NAME) == null) {
            context.socketRcvbufLength(SocketBuffers.receiveBytes());
        }
        return context.aeronDirectoryName(directory.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .spiesSimulateConnection(false)
                .threadingMode(ThreadingMode.valueOf(plan.threading().name()))
                .conductorIdleStrategy(backoff())
                .senderIdleStrategy(idle(plan.idle()))
                .receiverIdleStrategy(idle(plan.idle()))
                .sharedNetworkIdleStrategy(idle(plan.idle()))
                .sharedIdleStrategy(idle(plan.idle()));
    }

    private static Archive.Context archive(
            DriverPlan plan, ArchivePlan archive, Path directory, MediaDriver.Context driver) {
        return new Archive.Context()
                .aeronDirectoryName(directory.toString())
                .archiveDir(new File(archive.directory()))
                // Its errors are counted and kept where the driver's are.
                .errorHandler(driver.errorHandler())
                .errorCounter(driver.systemCounters().get(SystemCounterDescriptor.ERRORS))
                // Recreated with the driver: an archive that was killed would else count as running for ten seconds.
                .markFileDir(directory.toFile())
                .controlChannelEnabled(false)
                .localControlChannel(CONTROL_CHANNEL)
                .archiveClientContext(OwnDriver.archiveClient())
                .recordingEventsEnabled(false)
                .replicationChannel("aeron:ipc")
                .threadingMode(ArchiveThreadingMode.SHARED)
                .idleStrategySupplier(() -> idle(plan.idle()))
                .maxConcurrentRecordings(MOST_STREAMS)
                .maxConcurrentReplays(MOST_STREAMS)
                .fileSyncLevel(archive.syncLevel())
                .catalogFileSyncLevel(archive.syncLevel())
                .segmentFileLength(archive.segmentBytes());
    }

    private static IdleStrategy idle(DriverIdle idle) {
        return switch (idle) {
            case SPIN -> new BusySpinIdleStrategy();
            case YIELD -> YieldingIdleStrategy.INSTANCE;
            case AUTO, BACKOFF -> backoff();
        };
    }

    private static IdleStrategy backoff() {
        return new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NANOS, MAX_PARK_NANOS);
    }

    /** Describes the driver for its log. */
    @Override
    public String toString() {
        return "Aeron " + MediaDriver.class.getPackage().getImplementationVersion() + ", threading "
                + driver.context().threadingMode() + ", idle "
                + driver.context().sharedIdleStrategy().alias();
    }

    @Override
    public void close() {
        archive.ifPresent(Archive::close);
        driver.close();
    }
}
