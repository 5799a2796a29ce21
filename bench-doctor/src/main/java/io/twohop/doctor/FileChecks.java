package io.twohop.doctor;

import io.twohop.doctor.DiskChecks.Place;
import io.twohop.machine.ThisProcess;
import io.twohop.recording.ReadAhead;
import io.twohop.result.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/** Checks of the machine's settings for mapped files and new memory, each with its measured cost. */
final class FileChecks {
    private static final String VM = "proc/sys/vm/";

    /** The kernel's default. */
    private static final long USUAL_READ_AHEAD_BYTES = 128 << 10;

    /** A first touch that takes this many times as long because of the read-ahead makes a tail. */
    private static final int TIMES = 3;

    private static final long SHORT_NANOS = 200_000;
    private static final long LONG_NANOS = 2_000_000;

    /** A page that costs this much slows down every program that writes to new memory. */
    private static final long COLD_NANOS = 4_000;

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
                checks.add(CheckRules.TOUCH.of(place.name()).unknown());
            }
        }
        checks.add(memory(files, NewMemory.measure(MemoryChecks.usableBytes(files), clock)));
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
        boolean isLong = bytes > USUAL_READ_AHEAD_BYTES
                && touches.blockNanos() > SHORT_NANOS
                && touches.blockNanos() > TIMES * touches.limitedNanos();
        Map<String, Object> figures = Check.figures(
                "readAheadBytes", bytes, "blockNanos", touches.blockNanos(), "limitedNanos", touches.limitedNanos());
        String block = Amounts.time(touches.blockNanos());
        return bytes == 0
                ? CheckRules.NO_READ_AHEAD.of(place.name()).states(figures, block)
                : CheckRules.READ_AHEAD
                        .of(place.name())
                        .warnsIf(
                                isLong,
                                figures,
                                bytes >> 10,
                                block,
                                Amounts.time(touches.limitedNanos()),
                                ReadAhead.device(place.existing()));
    }

    private static Check pages(Place place, Touches touches) {
        Optional<String> system = ThisProcess.storage(place.existing()).map(Storage::fileSystem);
        return CheckRules.PAGES
                .of(place.name())
                .states(
                        Check.figures("fileSystem", system.orElse(null), "pageNanos", touches.pageNanos()),
                        system.orElse("unknown file system"),
                        Amounts.time(touches.pageNanos()));
    }

    private static Check writeBack(SystemFiles files, Place place, Touches touches, boolean isOnDevice) {
        CheckRule rule = CheckRules.WRITE_BACK.of(place.name());
        Long background = threshold(files, "dirty_background").orElse(null);
        Long most = threshold(files, "dirty").orElse(null);
        Double seconds = files.text(VM + "dirty_expire_centisecs")
                .map(text -> Long.parseLong(text) / CENTIS)
                .orElse(null);
        if (background == null || most == null || seconds == null) {
            return rule.unknown();
        }
        return rule.warnsIf(
                isOnDevice
                        && touches.writtenNanos() > LONG_NANOS
                        && touches.writtenNanos() > TIMES * touches.againNanos(),
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
                Amounts.gigabytes(background),
                Amounts.time(seconds * 1e9),
                Amounts.gigabytes(most),
                Amounts.time(touches.writtenNanos()),
                Amounts.time(touches.againNanos()));
    }

    /** Returns a limit that the kernel has in bytes, or as a share of the available memory. */
    private static Optional<Long> threshold(SystemFiles files, String name) {
        return files.text(VM + name + "_bytes")
                .map(Long::valueOf)
                .filter(bytes -> bytes > 0)
                .or(() -> files.memoryBytes("MemAvailable")
                        .flatMap(available -> files.text(VM + name + "_ratio")
                                .map(ratio -> (long) (available * Long.parseLong(ratio) / PERCENT))));
    }

    /** Returns the cost of new memory. The setting of huge pages is judged in {@link MemoryChecks}. */
    static Check memory(SystemFiles files, NewMemory memory) {
        if (memory.bytes() == 0) {
            return CheckRules.NEW_MEMORY.unknown();
        }
        String huge = files.chosen("sys/kernel/mm/transparent_hugepage/enabled").orElse("unknown");
        boolean isCold = memory.coldNanos() > COLD_NANOS && memory.coldNanos() > TIMES * memory.pageNanos();
        return CheckRules.NEW_MEMORY.warnsIf(
                isCold,
                Check.figures(
                        "pageNanos",
                        memory.pageNanos(),
                        "coldNanos",
                        memory.coldNanos(),
                        "coldAfterBytes",
                        memory.coldAfterBytes(),
                        "touchedBytes",
                        memory.bytes(),
                        "transparent",
                        huge),
                Amounts.time(memory.pageNanos()),
                Amounts.time(memory.coldNanos()),
                Amounts.gigabytes(memory.coldAfterBytes()),
                Amounts.gigabytes(memory.bytes()),
                huge);
    }
}
