package io.twohop.transport.chronicle;

import io.twohop.config.ConfigException;
import io.twohop.config.Quantities;
import java.time.Duration;
import java.util.Map;

/**
 * Roll cycles that a file may name: a duration in whole seconds, one of Chronicle's long cycles, or {@link #NONE}. This class uses
 * none of Chronicle's, so that the bench process can check a file without their JVM options.
 */
final class RollCycleNames {
    /** Chronicle's names, with the length of a file. */
    static final Map<String, Duration> CHRONICLE =
            Map.of("FAST_DAILY", Duration.ofDays(1), "FAST_HOURLY", Duration.ofHours(1));

    /** A queue of one file, however long the run. */
    static final String NONE = "none";

    /**
     * Bits of a duration in milliseconds that no run exceeds, 12 days. With {@link #NONE}, the clock keeps within them.
     */
    static final int ENDLESS_BITS = 30;

    private static final Duration LONGEST = Duration.ofHours(1);

    private RollCycleNames() {}

    static void check(String name) {
        length(name);
    }

    static Duration length(String name) {
        if (name.equals(NONE)) {
            return Duration.ofMillis(1L << ENDLESS_BITS);
        }
        return CHRONICLE.containsKey(name) ? CHRONICLE.get(name) : parse(name);
    }

    private static Duration parse(String name) {
        try {
            Duration length = Quantities.duration(name);
            if (length.compareTo(Duration.ofSeconds(1)) >= 0
                    && length.compareTo(LONGEST) <= 0
                    && length.getNano() == 0) {
                return length;
            }
        } catch (ConfigException e) {
            // Reported below, with the accepted values.
        }
        throw ConfigException.invalid(
                "rollCycle", name, "whole seconds from 1s to 1h such as 10s, none, FAST_HOURLY or FAST_DAILY");
    }
}
