package io.twohop.judge;

import io.twohop.config.Quantities;
import java.time.Duration;

/**
 * Settings for a repetition of a run that was too short: twice the times that it had, at least 10 s. As texts for {@code -D}.
 */
public record Longer(String warmUp, String duration, String floor) {
    /** A shorter time is hardly worth a repetition. */
    private static final Duration LEAST = Duration.ofSeconds(10);

    /** Returns the settings for a run that had these times. */
    public static Longer than(Duration warmUp, Duration duration, Duration floor) {
        return new Longer(twice(warmUp), twice(duration), twice(floor));
    }

    private static String twice(Duration had) {
        Duration twice = had.multipliedBy(2);
        return Quantities.text(twice.compareTo(LEAST) < 0 ? LEAST : twice);
    }
}
