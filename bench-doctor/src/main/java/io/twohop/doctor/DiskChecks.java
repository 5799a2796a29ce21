package io.twohop.doctor;

import static io.twohop.doctor.Amounts.gigabytes;

import io.twohop.config.Room;
import io.twohop.machine.ThisProcess;
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

/** Checks of the directories that runs write to: room, and the time until a few bytes are on disk. */
final class DiskChecks {
    private static final int BYTES = 512;
    private static final int MOST = 10_000;

    /** A longer sync takes as long as a distant broker. */
    private static final long SLOW_NANOS = 10_000_000;

    private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs", "hugetlbfs");

    private DiskChecks() {}

    /**
     * A directory that a run writes to.
     *
     * @param path which may be missing: then the directory that will hold it is checked
     * @param remedy option that names another directory
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
                return List.of(bad(CheckRules.DISK_FULL, place, directory));
            }
            Histogram syncs = syncs(directory, clock, forNanos);
            LatencySummary latency = LatencySummary.of(syncs);
            return List.of(
                    CheckRules.SYNC
                            .of(place.name)
                            .warnsIf(
                                    syncs.getValueAtPercentile(99) > SLOW_NANOS,
                                    Amounts.figures(latency),
                                    Amounts.latencies(latency),
                                    place.remedy),
                    where(place, directory));
        } catch (IOException | SecurityException e) {
            return List.of(bad(CheckRules.DISK_READ_ONLY, place, directory));
        }
    }

    private static Check bad(CheckRule rule, Place place, Path directory) {
        return rule.of(place.name).fails(Check.figures("path", place.path.toString()), directory, place.remedy);
    }

    private static Check where(Place place, Path directory) {
        CheckRule rule = CheckRules.DISK.of(place.name);
        return ThisProcess.storage(directory)
                .map(storage -> where(rule, directory, storage))
                .orElseGet(rule::unknown);
    }

    private static Check where(CheckRule rule, Path directory, Storage storage) {
        boolean memory = MEMORY.contains(storage.fileSystem());
        return rule.states(
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
                        memory),
                gigabytes(storage.freeBytes()),
                storage.fileSystem(),
                storage.device(),
                memory ? ": memory, nothing outlives a reboot" : "");
    }

    /** Measures appends to a growing file, like those of a log. */
    private static Histogram syncs(Path directory, NanoClock clock, long forNanos) throws IOException {
        Histogram syncs = Amounts.histogram();
        Path file = Files.createTempFile(directory, "twohop-doctor-", ".sync");
        // Ctrl-C skips the finally block.
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
