package io.twohop.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.cost.OtherProcesses.Busy;
import io.twohop.cost.OtherProcesses.Other;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherProcessesTest {
    @TempDir
    Path proc;

    private long nanos;

    private void process(long pid, String name, int ticks) throws IOException {
        Path directory = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                directory.resolve("stat"), pid + " (" + name + ") S 1 1 1 0 -1 0 0 0 0 0 " + ticks + " 0 0 0 20 0\n");
        Files.writeString(directory.resolve("schedstat"), "0 0 0\n");
    }

    private void machine(int busyTicks) throws IOException {
        Files.writeString(proc.resolve("stat"), "cpu  " + busyTicks + " 0 0 9999 0 0 0 0 0 0\n");
    }

    @Test
    void shouldSayWhatOthersTookAndWho() throws IOException {
        OtherProcesses others = new OtherProcesses(proc, 1, () -> nanos);
        process(1, "java", 500);
        process(2, "idle", 40);
        process(3, "mvn (1)", 100);
        machine(1_000);
        others.begin();

        nanos = 2_000_000_000;
        process(1, "java", 600);
        process(3, "mvn (1)", 250);
        // Of 320 ticks in two seconds 100 were its own, 150 Maven's, and 70 of somebody in another container.
        machine(1_320);
        Busy busy = others.end();

        assertThat(busy.cores().orElseThrow()).isCloseTo(1.1, within(1e-9));
        assertThat(busy.processes()).containsExactly(new Other(3, "mvn (1)", 0.75));
    }

    @Test
    void shouldKnowNothingWhereNobodyCounts() {
        OtherProcesses others = new OtherProcesses(proc.resolve("missing"), 1, () -> nanos);
        others.begin();
        nanos = 1_000_000_000;

        assertThat(others.end().cores()).isEmpty();
    }
}
