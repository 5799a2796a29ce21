package io.twohop.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Interval;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DuetDisplayTest {
    private static Interval slice(long due) {
        return new Interval(Interval.Phase.MEASURE, 0, 250_000_000, 250_000_000, due, due, due, 0, 0, 0, Map.of());
    }

    @Test
    void shouldShowTheRateOfTheTimeItSendsIn() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        try (ProgressDisplay display =
                ProgressDisplay.on(new PrintStream(shown, true, StandardCharsets.UTF_8), "a and b", 10)) {
            DuetDisplay first = new DuetDisplay(display, "a", true, 0.8);
            first.onInterval(slice(0));
            first.onInterval(slice(1_000));
        }

        assertThat(shown.toString(StandardCharsets.UTF_8))
                .isEqualToIgnoringNewLines("a and b: measuring 0 s  a 5,000/s");
    }
}
