package io.twohop.transport.aeron;

import io.twohop.config.Room;
import io.twohop.config.Texts;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Estimates the size of a run's recordings, which stay until its end, and rejects a disk that cannot hold them. */
final class RecordingRoom {
    private static final int HEADER_BYTES = 32;
    private static final int ALIGNMENT = 32;

    /** Factor on the estimate, which leaves the disk some room. */
    private static final double MARGIN = 1.2;

    /** Assumed size of a closed loop's recordings: its number of messages is unknown beforehand. */
    private static final double UNKNOWN_BYTES = 10e9;

    private static final double GIGABYTE = 1e9;

    private RecordingRoom() {}

    static void check(AeronConfig config, RunContext context) throws IOException {
        if (config.media().mode() != AeronConfig.Mode.ARCHIVE) {
            return;
        }
        double needed = MARGIN * estimateBytes(config, context);
        Path path = config.media().parent(context);
        double free = Files.getFileStore(Room.existing(path)).getUsableSpace();
        if (free < needed) {
            throw new TransportException(Texts.format(
                    "path: %s has %.1f GB free (expected: %.1f GB, what this run records); give another with"
                            + " -Dtransport.path=..., or a lower rate or shorter duration",
                    path, free / GIGABYTE, needed / GIGABYTE));
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
}
