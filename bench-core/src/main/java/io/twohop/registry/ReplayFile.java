package io.twohop.registry;

import io.twohop.config.ConfigException;
import io.twohop.config.Nanos;
import io.twohop.config.Quantities;
import io.twohop.replay.FileScan;
import io.twohop.workload.Arrivals;
import io.twohop.workload.Contents;
import io.twohop.workload.Workload;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Reads the file that a workload replays, which decides the rate and the duration. */
final class ReplayFile {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final MathContext DIGITS = new MathContext(6, RoundingMode.UP);

    private final Workload workload;
    private final Arrivals arrivals;
    private final Optional<Duration> given;
    private final long warmupNanos;
    private final long measuredNanos;
    private long inWarmup;
    private long measured;

    private ReplayFile(Workload workload, Arrivals arrivals) {
        this.workload = workload;
        this.arrivals = arrivals;
        warmupNanos = workload.warmup().toNanos();
        given = Optional.ofNullable(workload.duration());
        measuredNanos = given.map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }

    /**
     * Returns the workload with the file's mean rate, contents, and, unless the workload has one, duration.
     *
     * @param source source of the workload: the file's path is relative to it, or to the working directory
     * @throws ConfigException for a file that cannot be replayed
     */
    static Workload read(Workload workload, String source) {
        Arrivals arrivals = workload.arrivals();
        String file = path(arrivals.file().path(), source).toString();
        return new ReplayFile(
                        workload,
                        Arrivals.replay(arrivals.file().at(file, arrivals.file().contents())))
                .read();
    }

    private static Path path(String file, String source) {
        try {
            return Events.beside(source, Path.of(file));
        } catch (InvalidPathException e) {
            throw ConfigException.invalid("arrivals.file", file, "a path");
        }
    }

    private Workload read() {
        FileScan scan = FileScan.of(arrivals.file(), (offsetNanos, line) -> count(offsetNanos));
        Optional.ofNullable(arrivals.file().contents())
                .map(Contents::sha256)
                .filter(before -> !before.equals(scan.sha256()))
                .ifPresent(before -> {
                    throw ConfigException.invalid(
                            "arrivals.contents.sha256",
                            before,
                            scan.sha256() + ", as the file is now; leave contents out to replay another");
                });
        long lengthNanos = toMillis(scan.lengthNanos(arrivals.file().speed()));
        Duration duration = given.orElse(Duration.ofNanos(lengthNanos));
        if (!arrivals.file().loop() && duration.toNanos() > lengthNanos) {
            throw ConfigException.invalid(
                    "duration",
                    Quantities.text(duration),
                    "at most " + Quantities.text(Duration.ofNanos(lengthNanos)) + ", which is how long "
                            + arrivals.file().path() + " takes; or arrivals.loop: true");
        }
        long inWindow = arrivals.file().loop() ? looped(scan, duration.toNanos()) : measured;
        long due = inWindow + (warmupNanos / scan.lengthNanos(arrivals.file().speed()) + 1) * inWarmup;
        double perSecond = inWindow * Nanos.PER_SECOND / duration.toNanos();
        return workload.toBuilder()
                .rate(new BigDecimal(perSecond).round(DIGITS).doubleValue())
                .duration(duration)
                .arrivals(Arrivals.replay(arrivals.file()
                        .at(
                                arrivals.file().path(),
                                new Contents(
                                        scan.sha256(),
                                        scan.bytes(),
                                        scan.rows(),
                                        due,
                                        scan.keys().map(FileScan.Keys::count).orElse(null),
                                        scan.keys().map(FileScan.Keys::topShare).orElse(null),
                                        scan.sizes().map(FileScan.Sizes::most).orElse(null),
                                        scan.sizes().map(FileScan.Sizes::mean).orElse(null)))))
                .build();
    }

    private void count(long offsetNanos) {
        long atNanos = FileScan.scaled(offsetNanos, arrivals.file().speed());
        inWarmup += atNanos < warmupNanos ? 1 : 0;
        measured += atNanos < measuredNanos ? 1 : 0;
    }

    /** Returns the messages of whole rounds and of the part of a round at the end. */
    private long looped(FileScan scan, long nanos) {
        long lengthNanos = scan.lengthNanos(arrivals.file().speed());
        if (nanos <= lengthNanos) {
            return measured;
        }
        long restNanos = nanos % lengthNanos;
        long[] rest = new long[1];
        FileScan.of(arrivals.file(), (offsetNanos, line) -> {
            rest[0] += FileScan.scaled(offsetNanos, arrivals.file().speed()) < restNanos ? 1 : 0;
        });
        return nanos / lengthNanos * scan.rows() + rest[0];
    }

    private static long toMillis(long nanos) {
        return (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI * NANOS_PER_MILLI;
    }
}
