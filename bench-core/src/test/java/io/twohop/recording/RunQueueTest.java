package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunQueueTest {
    @TempDir
    Path proc;

    private void task(String id, String name, String schedstat) throws IOException {
        Path task = Files.createDirectories(proc.resolve("self/task").resolve(id));
        Files.writeString(task.resolve("comm"), name + "\n");
        Files.writeString(task.resolve("schedstat"), schedstat + "\n");
    }

    @Test
    void shouldReadTheTimesOfTheThreadsThatWereNamed() throws Exception {
        task("7", "main", "1 2 3");
        // Linux keeps 15 characters of a name.
        task("8", "generator-0+sin", "123456789 987654321 42");
        task("9", "service-0", "5 0 1");

        try (RunQueue queue = new RunQueue(proc, List.of("generator-0+sink-0", "service-0", "sink-1"))) {
            assertThat(queue.threads()).isEqualTo(2);
            for (int i = 0; i < 2; i++) {
                assertThat(queue.read(i)).isTrue();
                boolean isService = queue.name(i).equals("service-0");
                assertThat(queue.ranNanos()).isEqualTo(isService ? 5 : 123_456_789);
                assertThat(queue.waitedNanos()).isEqualTo(isService ? 0 : 987_654_321);
            }

            task("8", "generator-0+sin", "123456790 1987654321 43");
            task("9", "service-0", "6 7 2");
            assertThat(queue.read(0) && queue.read(1)).isTrue();
            assertThat(queue.waitedNanos()).isIn(1_987_654_321L, 7L);
        }
    }

    @Test
    void shouldKnowNoThreadWhereThereIsNoProc() {
        try (RunQueue queue = new RunQueue(proc.resolve("nowhere"), List.of("sink-0"))) {
            assertThat(queue.threads()).isZero();
        }
        assertThat(CpuSteal.nanos(proc.resolve("nowhere"))).isNegative();
    }

    @Test
    void shouldReadTheTimeThatWasStolen() throws Exception {
        Files.writeString(proc.resolve("stat"), "cpu  1 2 3 4 5 6 7 123 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n");

        assertThat(CpuSteal.nanos(proc)).isEqualTo(1_230_000_000L);
    }
}
