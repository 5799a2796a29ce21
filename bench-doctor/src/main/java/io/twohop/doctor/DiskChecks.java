package io.twohop.doctor;

import static io.twohop.doctor.Amounts.gigabytes;

import io.twohop.config.Room;
import io.twohop.result.LatencySummary;
import io.twohop.result.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/** How long it takes until a few bytes are safe, where runs write. */
final class DiskChecks {
    private static final String GROUP = "disk";
    private static final int BYTES = 512;
    private static final int MOST = 10_000;

    /** Whoever waits for a sync waits as long as for a broker far away. */
    private static final long SLOW_NANOS = 10_000_000;

    private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs", "hugetlbfs");

    private DiskChecks() {}

    /**
     * A directory that a run writes to.
     *
     * @param path which may be missing: what is to hold it counts then
     * @param remedy how to name another
     */
    record Place(String name, Path path, String remedy) {
        Path existing() {
            Path existing = path.toAbsolutePath().normalize();
            while (existing.getParent() != null && !Files.exists(existing)) {
                existing = existing.getParent();
            }
            return existing;
        }
    }

    static List<Check> of(List<Place> places, NanoClock clock, long forNanos) {
        List<Check> checks = new ArrayList<>();
        for (Place place : places) {
            checks.addAll(of(place, clock, forNanos));
        }
        return checks;
    }

    private static List<Check> of(Place place, NanoClock clock, long forNanos) {
        Path directory = place.existing();
        try {
            if (!Room.isIn(directory)) {
                return List.of(bad(place, "no room left in " + directory));
            }
            Histogram syncs = syncs(directory, clock, forNanos);
            LatencySummary latency = LatencySummary.of(syncs);
            return List.of(
                    Check.of(
                            GROUP,
                            place.name,
                            Amounts.latencies(latency) + " to append and sync",
                            Amounts.figures(latency),
                            syncs.getValueAtPercentile(99) > SLOW_NANOS,
                            "what is synced waits for this disk: a faster one, or memory\n(/dev/shm) where nothing has to last; "
                                    + place.remedy),
                    where(place, directory));
        } catch (IOException | SecurityException e) {
            return List.of(bad(place, "cannot write to " + directory));
        }
    }

    private static Check bad(Place place, String text) {
        return new Check(
                GROUP,
                place.name,
                Check.Mark.BAD,
                text,
                Check.figures("path", place.path.toString()),
                "name another: " + place.remedy);
    }

    private static Check where(Place place, Path directory) {
        Storage storage = Storage.of(directory);
        if (storage == null) {
            return Check.unknown(GROUP, place.name + " in");
        }
        boolean memory = MEMORY.contains(storage.fileSystem());
        return Check.ok(
                GROUP,
                place.name + " in",
                gigabytes(storage.freeBytes()) + " free, " + storage.fileSystem() + " on " + storage.device()
                        + (memory ? ": memory, nothing outlives a reboot" : ""),
                Check.figures(
                        "path",
                        directory.toString(),
                        "fileSystem",
                        storage.fileSystem(),
                        "device",
                        storage.device(),
                        "freeBytes",
                        storage.freeBytes(),
                        "memoryBacked",
                        memory));
    }

    /** As a log is written: a file that grows. */
    private static Histogram syncs(Path directory, NanoClock clock, long forNanos) throws IOException {
        Histogram syncs = Amounts.histogram();
        Path file = Files.createTempFile(directory, "twohop-doctor-", ".sync");
        // Of a call that Ctrl-C ends.
        file.toFile().deleteOnExit();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES);
            long start = clock.nanoTime();
            while (syncs.getTotalCount() == 0 || clock.nanoTime() - start < forNanos && syncs.getTotalCount() < MOST) {
                long before = clock.nanoTime();
                channel.write(bytes.clear());
                channel.force(false);
                syncs.recordValue(Math.min(clock.nanoTime() - before, syncs.getHighestTrackableValue()));
            }
        } finally {
            Files.deleteIfExists(file);
        }
        return syncs;
    }
}
