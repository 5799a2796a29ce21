package io.twohop.doctor;

import io.twohop.doctor.DiskChecks.Place;
import io.twohop.recording.ReadAhead;
import io.twohop.result.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/** Checks of the machine's settings for mapped files and new memory, each with its measured cost. */
final class FileChecks {
    private static final String GROUP = "files";
    private static final String VM = "proc/sys/vm/";

    /** The kernel's default. */
    private static final long USUAL_READ_AHEAD_BYTES = 128 << 10;

    /** A first touch that takes this much longer for the read-ahead makes a tail. */
    private static final int TIMES = 3;

    private static final long SHORT_NANOS = 200_000;
    private static final long LONG_NANOS = 2_000_000;
    private static final double CENTIS = 100;
    private static final double PERCENT = 100;

    private FileChecks() {}

    static List<Check> of(SystemFiles files, List<Place> places, NanoClock clock) {
        List<Check> checks = new ArrayList<>();
        for (Place place : places) {
            Path directory = place.existing();
            try {
                checks.addAll(of(files, place, Touches.in(directory, clock)));
            } catch (IOException | RuntimeException e) {
                checks.add(Check.unknown(GROUP, place.name() + " touch"));
            }
        }
        checks.add(memory(files, Touches.ofMemory(clock)));
        return checks;
    }

    static List<Check> of(SystemFiles files, Place place, Touches touches) {
        long readAheadBytes = ReadAhead.bytes(files.root().resolve("sys"), place.existing());
        return List.of(
                readAhead(place, touches, readAheadBytes),
                pages(place, touches),
                writeBack(files, place, touches, readAheadBytes > 0));
    }

    private static Check readAhead(Place place, Touches touches, long bytes) {
        String name = place.name() + " read-ahead";
        String effect = "first touch of 8 MiB takes " + Amounts.time(touches.blockNanos());
        return Check.of(
                GROUP,
                name,
                bytes == 0
                        ? "none, " + effect
                        : (bytes >> 10) + " KiB, " + effect + ", with at most 128 KiB "
                                + Amounts.time(touches.limitedNanos()),
                Check.figures(
                        "readAheadBytes",
                        bytes,
                        "blockNanos",
                        touches.blockNanos(),
                        "limitedNanos",
                        touches.limitedNanos()),
                bytes > USUAL_READ_AHEAD_BYTES
                        && touches.blockNanos() > SHORT_NANOS
                        && touches.blockNanos() > TIMES * touches.limitedNanos(),
                "the first touch of a mapped block prepares that much:\necho 128 | sudo tee /sys/class/bdi/"
                        + ReadAhead.device(place.existing()) + "/read_ahead_kb");
    }

    private static Check pages(Place place, Touches touches) {
        Storage storage = Storage.of(place.existing());
        String system = storage == null ? "unknown file system" : storage.fileSystem();
        return Check.ok(
                GROUP,
                place.name() + " pages",
                system + ", " + Amounts.time(touches.pageNanos()) + " a new page",
                Check.figures(
                        "fileSystem", storage == null ? null : storage.fileSystem(), "pageNanos", touches.pageNanos()));
    }

    private static Check writeBack(SystemFiles files, Place place, Touches touches, boolean isOnDevice) {
        Long background = threshold(files, "dirty_background");
        Long most = threshold(files, "dirty");
        Double seconds = files.text(VM + "dirty_expire_centisecs")
                .map(text -> Long.parseLong(text) / CENTIS)
                .orElse(null);
        String name = place.name() + " write-back";
        if (background == null || most == null || seconds == null) {
            return Check.unknown(GROUP, name);
        }
        return Check.of(
                GROUP,
                name,
                "from " + Amounts.gigabytes(background) + " dirty or after " + Amounts.time(seconds * 1e9)
                        + ", writers wait from " + Amounts.gigabytes(most) + "; longest touch "
                        + Amounts.time(touches.writtenNanos()) + " while writing, else "
                        + Amounts.time(touches.againNanos()),
                Check.figures(
                        "backgroundBytes",
                        background,
                        "dirtyBytes",
                        most,
                        "expireSeconds",
                        seconds,
                        "writtenNanos",
                        touches.writtenNanos(),
                        "againNanos",
                        touches.againNanos()),
                isOnDevice
                        && touches.writtenNanos() > LONG_NANOS
                        && touches.writtenNanos() > TIMES * touches.againNanos(),
                "pages that are being written stall whoever touches them: keep files in memory\n(/dev/shm), or start later:"
                        + " sudo sysctl vm.dirty_background_ratio=40 vm.dirty_ratio=60");
    }

    /** Given in bytes, or as a part of what is available. */
    private static Long threshold(SystemFiles files, String name) {
        long bytes = files.text(VM + name + "_bytes").map(Long::parseLong).orElse(0L);
        if (bytes > 0) {
            return bytes;
        }
        Long available = files.memoryBytes("MemAvailable").orElse(null);
        return available == null
                ? null
                : files.text(VM + name + "_ratio")
                        .map(ratio -> (long) (available * Long.parseLong(ratio) / PERCENT))
                        .orElse(null);
    }

    /** The setting is judged among those of the memory. */
    static Check memory(SystemFiles files, long pageNanos) {
        String huge = files.chosen("sys/kernel/mm/transparent_hugepage/enabled").orElse("unknown");
        return Check.ok(
                GROUP,
                "new memory",
                Amounts.time(pageNanos) + " for 4 KiB, transparent huge pages: " + huge,
                Check.figures("pageNanos", pageNanos, "transparent", huge));
    }
}
