package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.doctor.Check;
import io.twohop.doctor.Diagnosis;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Severity;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DoctorTextTest {
    private static String printed(Check... checks) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DoctorText.print(
                new Diagnosis(List.of(checks), "at 100,000/s this machine can be trusted to p99"),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Check check(String group, String name, Severity severity, String text, String remedy) {
        return new Check(group, name, new Finding(Kind.MACHINE, severity, text, remedy), Map.of());
    }

    @Test
    void shouldGroupChecksAndPutWhatToChangeBelow() {
        assertThat(printed(
                        check("timer", "nanoTime", Severity.NOTE, "25 ns a reading", ""),
                        check(
                                "timer",
                                "clock source",
                                Severity.WARNING,
                                "hpet",
                                "echo tsc | sudo tee \\\n/sys/current"),
                        check("cpu", "governor", Severity.UNKNOWN, "not known here", "")))
                .startsWith("""
                        timer
                          ok    nanoTime        25 ns a reading
                          warn  clock source    hpet
                             -> echo tsc | sudo tee \\
                                /sys/current
                        cpu
                          -     governor        not known here
                        """);
    }

    @Test
    void shouldKeepToEightyColumns() {
        String words = "eleven chars ".repeat(20).strip();

        assertThat(printed(check("disk", "results", Severity.WARNING, words, words))
                        .lines())
                .allMatch(line -> line.length() <= 80)
                .anyMatch(line -> line.length() > 70);
    }

    @Test
    void shouldLeaveALongPathWhole() {
        String path = "/a".repeat(50);

        assertThat(printed(check("transports", "nats", Severity.NOTE, "nats-server at " + path, "")))
                .contains(" ".repeat(24) + path + "\n");
    }
}
