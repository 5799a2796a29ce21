package io.twohop.agents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How far a machine's wall clock is from the true time, as far as chrony says. Chrony follows NTP, or a PTP hardware clock.
 *
 * @param offSeconds what is still to be corrected, as chrony estimates it
 * @param withinSeconds how far that estimate may be wrong: half the delay to the primary source, and the dispersion
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

    /** Of this machine, now; null where nothing is known of it. */
    static WallClock read() {
        Process chrony = null;
        try {
            chrony = new ProcessBuilder("chronyc", "-c", "tracking")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!chrony.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return null;
            }
            return parse(new String(chrony.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            if (chrony != null) {
                chrony.destroyForcibly();
            }
        }
    }

    /** By what {@code chronyc -c tracking} prints; null where it says that nothing is known. */
    static WallClock parse(String tracking) {
        String[] fields = tracking.strip().split(",");
        if (fields.length <= LEAP_STATUS || fields[LEAP_STATUS].equals(NOT_SYNCHRONISED)) {
            return null;
        }
        try {
            return new WallClock(
                    Double.parseDouble(fields[SYSTEM_TIME]),
                    Double.parseDouble(fields[ROOT_DELAY]) / 2 + Double.parseDouble(fields[ROOT_DISPERSION]));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** How far it is from the true time at most, by chrony's documented bound. */
    long boundNanos() {
        return (long) Math.ceil(NANOS * (Math.abs(offSeconds) + withinSeconds));
    }

    /** For people. */
    static String describe(WallClock clock) {
        return clock == null
                ? "not known"
                : String.format(
                        Locale.ROOT,
                        "chrony: off by %.1f us, within %.1f us",
                        MICROS * clock.offSeconds,
                        MICROS * clock.withinSeconds);
    }
}
