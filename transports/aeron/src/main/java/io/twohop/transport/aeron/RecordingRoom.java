package io.twohop.transport.aeron;

import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Estimates what a run records, of which nothing is deleted before its end, and refuses a disk that cannot hold it. */
final class RecordingRoom {
    private static final int HEADER_BYTES = 32;
    private static final int ALIGNMENT = 32;

    /** On top of the estimate, so that the machine is not filled to the brim. */
    private static final double MARGIN = 1.2;

    /** What a closed loop is assumed to record, whose messages nobody can count beforehand. */
    private static final double UNKNOWN_BYTES = 10e9;

    private static final double GIGABYTE = 1e9;

    private RecordingRoom() {}

    static void check(AeronConfig config, RunContext context) throws IOException {
        if (config.media().mode() != AeronConfig.Mode.ARCHIVE) {
            return;
        }
        double needed = MARGIN * estimateBytes(config, context);
        Path path = config.media().path() == null ? context.dataDirectory() : Path.of(config.media().path());
        double free = Files.getFileStore(existing(path.toAbsolutePath())).getUsableSpace();
        if (free < needed) {
            throw new TransportException(String.format(
                    Locale.ROOT,
                    "path: %s has %.1f GB free (expected: %.1f GB, what this run records); give another with"
                            + " -Dtransport.path=..., or a lower rate or shorter duration",
                    path,
                    free / GIGABYTE,
                    needed / GIGABYTE));
        }
    }

    static double estimateBytes(AeronConfig config, RunContext context) {
        int mtu = config.mtu().bytes() - HEADER_BYTES;
        int message = context.traffic().typicalMessageBytes();
        int frames = (message + mtu - 1) / mtu;
        long bytes = (long) message + (long) frames * (HEADER_BYTES + ALIGNMENT);
        double messages = context.traffic().messages() == Long.MAX_VALUE
                ? UNKNOWN_BYTES
                : (double) context.traffic().messages() * context.channels().hops() * bytes;
        int publications = context.channels().topics()
                * (context.channels().producers() + context.channels().hops() - 1);
        return messages + 2.0 * publications * config.segmentBytes(0);
    }

    /** The nearest directory that is there already. */
    private static Path existing(Path path) {
        Path up = path;
        while (!Files.isDirectory(up) && up.getParent() != null) {
            up = up.getParent();
        }
        return up;
    }
}
