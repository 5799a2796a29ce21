package io.twohop.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.Search;
import io.twohop.workload.Layout;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SearchProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long nanos = Long.MAX_VALUE - 1_000;

    @Test
    void shouldShowEachTrialWithTheTimeThatIsLeft() {
        PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        try (SearchProgress progress = new SearchProgress(err, "x", Duration.ofMinutes(5), () -> nanos, false)) {
            nanos += Duration.ofSeconds(107).toNanos();
            progress.onTrial(new Search.Trial(4_000, false, "Met", List.of(), 4_000, Map.of(), Layout.SINGLE));
            nanos += Duration.ofSeconds(300).toNanos();
            progress.onTrial(
                    new Search.Trial(16_000, true, "Missed", List.of("p99 is high"), 4_000, Map.of(), Layout.SINGLE));
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "x: at most 5:00",
                        "x: trying 4,000/s met; 3:13 left",
                        "x: confirming 16,000/s missed: p99 is high; 0:00 left");
    }
}
