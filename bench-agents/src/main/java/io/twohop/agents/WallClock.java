package io.twohop.agents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The error of a machine's wall clock as chrony estimates it. Chrony follows NTP or a PTP hardware clock.
 *
 * @param offSeconds estimated offset from the true time
 * @param withinSeconds largest error of the estimate: half the delay to the primary source, plus the dispersion
 */
record WallClock(double offSeconds, double withinSeconds) {
    private static final long LIMIT_SECONDS = 2;
    private static final String NOT_SYNCHRONISED = "Not synchronised";
    private static final int SYSTEM_TIME = 4;
    private static final int ROOT_DELAY = 10;
    private static final int ROOT_DISPERSION = 11;
    private static final int LEAP_STATUS = 13;
    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    /** Returns the state of this machine's clock; empty without chrony. */
    static Optional<WallClock> read() {
        try {
            Process chrony = new ProcessBuilder("chronyc", "-c", "tracking")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!chrony.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                chrony.destroyForcibly();
                return Optional.empty();
            }
            return parse(new String(chrony.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Reads the output of {@code chronyc -c tracking}; returns empty if chrony does not follow a source. */
    static Optional<WallClock> parse(String tracking) {
        String[] fields = tracking.strip().split(",");
        if (fields.length <= LEAP_STATUS || fields[LEAP_STATUS].equals(NOT_SYNCHRONISED)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new WallClock(
                    Double.parseDouble(fields[SYSTEM_TIME]),
                    Double.parseDouble(fields[ROOT_DELAY]) / 2 + Double.parseDouble(fields[ROOT_DISPERSION])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns the largest error of the clock, by chrony's documented bound. */
    long boundNanos() {
        return (long) Math.ceil(NANOS * (Math.abs(offSeconds) + withinSeconds));
    }

    /** Returns a text for people. */
    static String describe(Optional<WallClock> clock) {
        return clock.map(known -> String.format(
                        Locale.ROOT,
                        "chrony: off by %.1f us, within %.1f us",
                        MICROS * known.offSeconds,
                        MICROS * known.withinSeconds))
                .orElse("not known");
    }
}
