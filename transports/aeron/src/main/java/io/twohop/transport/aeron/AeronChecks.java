package io.twohop.transport.aeron;

import io.twohop.config.Texts;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import io.twohop.transport.aeron.driver.DriverDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rejects a run that this machine cannot hold, before anything starts. */
final class AeronChecks {
    private static final int TERMS = 3;

    /** Memory of a driver beside its log buffers: counters, errors, the rings to its clients. */
    private static final long DRIVER_BYTES = 16 << 20;

    private static final double MEGABYTE = 1e6;

    private AeronChecks() {}

    static void check(AeronConfig config, RunContext context) {
        int termBytes = Terms.bytes(config, context);
        try {
            if (config.media().mode() == AeronConfig.Mode.UDP) {
                Endpoints.address(config.media().networkInterface());
            }
            if (config.mediaDriver().driver() == AeronConfig.Driver.EXTERNAL) {
                ForeignDriver.check(Path.of(config.mediaDriver().dir()));
            }
            if (!context.joins()) {
                checkRoom(config, context, termBytes);
                RecordingRoom.check(config, context);
            }
        } catch (IOException e) {
            throw new TransportException("aeron: " + e, e);
        }
    }

    /** A log buffer on a full file system kills the JVM that touches it (SIGBUS). */
    private static void checkRoom(AeronConfig config, RunContext context, int termBytes) throws IOException {
        Path place = config.mediaDriver().driver() == AeronConfig.Driver.EXTERNAL
                ? Path.of(config.mediaDriver().dir())
                : DriverDirectory.parent();
        long needed = neededBytes(config, context, termBytes);
        long free = Files.getFileStore(place).getUsableSpace();
        if (free < needed) {
            throw new TransportException(Texts.format(
                    "termLength: %,d B, and %s has %.1f MB free (expected: %.1f MB, for the log buffers of this run);"
                            + " free some, or give it shorter terms with -Dtransport.termLength=...",
                    termBytes, place, free / MEGABYTE, needed / MEGABYTE));
        }
    }

    /** Estimates the log buffers. Over UDP and in a replay both ends have one; a trial frees its buffers late. */
    static long neededBytes(AeronConfig config, RunContext context, int termBytes) {
        long publications = context.channels().producers() + context.channels().hops() - 1;
        long logs = 2
                * publications
                * context.channels().topics()
                * (config.media().mode() == AeronConfig.Mode.IPC ? 1 : 2);
        return DRIVER_BYTES + logs * TERMS * termBytes;
    }
}
