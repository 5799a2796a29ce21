package io.twohop.agents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What keeps a machine's wall clock right, as far as chrony says. */
final class WallClock {
    private static final long LIMIT_SECONDS = 2;
    private static final int SYSTEM_TIME = 4;
    private static final int ROOT_DELAY = 10;
    private static final int ROOT_DISPERSION = 11;
    private static final double MICROS = 1e6;

    private WallClock() {}

    /** The offset and its bound: half the delay to the source, and the dispersion; or that nothing is known. */
    static String describe() {
        try {
            Process chrony = new ProcessBuilder("chronyc", "-c", "tracking")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(chrony.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            String[] fields = answer.split(",");
            if (!chrony.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || fields.length <= ROOT_DISPERSION) {
                return "not known";
            }
            double bound = Double.parseDouble(fields[ROOT_DELAY]) / 2 + Double.parseDouble(fields[ROOT_DISPERSION]);
            return String.format(
                    Locale.ROOT,
                    "chrony: off by %.1f us, within %.1f us",
                    MICROS * Double.parseDouble(fields[SYSTEM_TIME]),
                    MICROS * bound);
        } catch (IOException | NumberFormatException e) {
            return "not known";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "not known";
        }
    }
}
