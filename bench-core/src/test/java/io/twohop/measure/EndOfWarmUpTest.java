package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.testing.model.OtherJvm;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The window's first messages must not run into code that the compiler left out because warm-up never took it. */
@Timeout(120)
class EndOfWarmUpTest {
    private static final String CONTROL = "EndOfWarmUpTest$Messages.branch";

    @Test
    void shouldRunTheSameCodeInTheWindowAsInWarmUp() throws Exception {
        List<String> command = OtherJvm.command(Messages.class);
        // With the optimizing compiler, and waiting for it instead of racing against it.
        command.addAll(2, List.of("-XX:TieredStopAtLevel=4", "-Xbatch"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> deoptimized;
        try (BufferedReader lines = process.inputReader()) {
            deoptimized = lines.lines().toList();
        }

        assertThat(process.waitFor()).isZero();
        assertThat(deoptimized)
                .as("with a branch that only the window takes")
                .anyMatch(method -> method.endsWith(CONTROL));
        assertThat(deoptimized).noneMatch(method -> method.startsWith("io.twohop") && !method.contains("Messages"));
    }

    /** Records messages of warm-up and a few of the window, and prints the methods that were deoptimized in it. */
    static final class Messages {
        private static final int WARMUP = 1_000_000;
        private static final Window WINDOW = new Window(0, 10L * WARMUP, 20L * WARMUP);

        private final Flow flow = new Flow(WINDOW);
        private final Slices slices = new Slices(WINDOW);
        private final LatencyRecorder latencies = new LatencyRecorder(WINDOW);
        private final CostliestEpisodes episodes = new CostliestEpisodes(0, WINDOW);
        private long taken;

        private void message(long i) {
            long intended = 10 * i;
            // Some are slow in either phase.
            long end = intended + 5 + (i % 1_000 == 0 ? 2_000 : i % 7);
            flow.record(intended, 100, intended, end);
            slices.record(intended, end);
            latencies.record(intended, end);
            episodes.record(0, i, intended, 0, end);
            branch(intended);
        }

        private void branch(long intended) {
            if (WINDOW.warmsUp(intended) == 0) {
                taken += Long.toString(intended).length();
            }
        }

        public static void main(String[] arguments) throws Exception {
            Messages messages = new Messages();
            Path file = Files.createTempFile("end-of-warm-up", ".jfr");
            try (Recording recording = new Recording()) {
                recording.enable("jdk.Deoptimization").withoutStackTrace();
                recording.start();
                for (long i = 0; i < WARMUP; i++) {
                    messages.message(i);
                    if (i % 50_000 == 0) {
                        messages.episodes.drain();
                    }
                }
                Instant started = Instant.now();
                for (long i = WARMUP; i < WARMUP + 10; i++) {
                    messages.message(i);
                }
                recording.stop();
                recording.dump(file);
                for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                    RecordedMethod method = event.getValue("method");
                    if (!event.getStartTime().isBefore(started)) {
                        System.out.println(method.getType().getName() + "." + method.getName());
                    }
                }
            } finally {
                Files.delete(file);
            }
        }
    }
}
