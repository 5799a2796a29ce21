package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.twohop.transport.Occurrence;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import net.openhft.chronicle.bytes.MappedFile;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.onoes.ExceptionHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;

/** Reports as Chronicle writes them, sent the way that it sends them: how long a step takes is not a test's to decide. */
@Isolated("the listener is the process's")
class LongStepsTest {
    @TempDir
    Path directory;

    private final ExceptionHandler before = Jvm.perf().defaultHandler();

    @AfterEach
    void restore() {
        Jvm.setPerfExceptionHandler(before);
    }

    @Test
    void shouldMarkWhatTookLongAndPassItOn() throws Exception {
        List<String> passedOn = new ArrayList<>();
        Jvm.setPerfExceptionHandler((Logger logger, String message, Throwable thrown) -> passedOn.add(message));
        LongSteps.listen();
        LongSteps.listen();
        try (Recording recording = new Recording()) {
            recording.enable(Occurrence.NAME);
            recording.start();
            // No other test makes these steps: JDK 17 can lose a text that several recordings of a process share.
            report("Took 20165 us to stretch file /data/20261123-075301T.cq4");
            report("Took 3 ms to add layers for /data/20261123-075301T.cq4");
            report("Took 7 ms to normaliseEOFs");
            report("something else: took 5 us");
            Path file = directory.resolve("steps.jfr");
            recording.dump(file);

            assertThat(RecordingFile.readAllEvents(file))
                    .extracting(event -> event.getString("what"), event -> event.getDuration("tookNanos"))
                    .containsExactlyInAnyOrder(
                            tuple("Chronicle Queue: stretch file", Duration.ofNanos(20_165_000)),
                            tuple("Chronicle Queue: add layers", Duration.ofMillis(3)),
                            tuple("Chronicle Queue: normaliseEOFs", Duration.ofMillis(7)));
            assertThat(passedOn).hasSize(4);
        }
    }

    private static void report(String text) {
        Jvm.perf().on(MappedFile.class, text);
    }
}
