package io.twohop.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.doctor.DiskChecks.Place;
import io.twohop.finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskChecksTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path directory;

    private List<Check> look(Path path) {
        return DiskChecks.of(
                List.of(new Place("results", path, "-Dresults=...")), SystemNanoClock.INSTANCE, 20 * MILLI);
    }

    /** What is to hold it is looked at, and nothing stays there. */
    @Test
    void shouldSyncWhereADirectoryIsGoingToBe() throws IOException {
        List<Check> checks = look(directory.resolve("results/of/mine"));

        assertThat(checks).hasSize(2);
        assertThat(checks.get(0).text()).matches("p50 .*, max .* to append and sync");
        assertThat((long) checks.get(0).figures().get("samples")).isPositive();
        assertThat(checks.get(1).figures()).containsEntry("path", directory.toString());
        assertThat(checks.get(1).text()).contains(" GB free, ");
        try (var left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void shouldCallImpossibleWhatCannotBeWrittenTo() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        List<Check> checks = look(file.resolve("results"));

        assertThat(checks).singleElement().satisfies(check -> {
            assertThat(check.severity()).isEqualTo(Severity.FATAL);
            assertThat(check.text()).isEqualTo("cannot write to " + file);
            assertThat(check.remedy()).isEqualTo("name another: -Dresults=...");
        });
        assertThat(new Diagnosis(checks, "").allowsRuns()).isFalse();
    }
}
