package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.doctor.Check;
import io.twohop.doctor.Check.Mark;
import io.twohop.doctor.Diagnosis;
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

    private static Check check(String group, String name, Mark mark, String text, String remedy) {
        return new Check(group, name, mark, text, Map.of(), remedy);
    }

    @Test
    void shouldGroupChecksAndPutWhatToChangeBelow() {
        assertThat(printed(
                        check("timer", "nanoTime", Mark.OK, "25 ns a reading", null),
                        check("timer", "clock source", Mark.WARN, "hpet", "echo tsc | sudo tee \\\n/sys/current"),
                        check("cpu", "governor", Mark.UNKNOWN, "not known here", null)))
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

        assertThat(printed(check("disk", "results", Mark.WARN, words, words)).lines())
                .allMatch(line -> line.length() <= 80)
                .anyMatch(line -> line.length() > 70);
    }

    @Test
    void shouldLeaveALongPathWhole() {
        String path = "/a".repeat(50);

        assertThat(printed(check("transports", "nats", Mark.OK, "nats-server at " + path, null)))
                .contains(" ".repeat(24) + path + "\n");
    }
}
