package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With recordings of this JVM. Arrays that fit into no thread's own buffer are sampled each. */
class RecordedCallsTest {
    private static final int LARGE = 20_000_000;

    @Name("io.twohop.MeasurementStarted")
    @StackTrace(false)
    private static final class Started extends Event {}

    @Name("io.twohop.MeasurementEnded")
    @StackTrace(false)
    private static final class Ended extends Event {}

    @TempDir
    Path directory;

    private static final class Allocations implements RecordedCalls.Consumer {
        private final List<List<String>> calls = new ArrayList<>();
        private String thread;

        @Override
        public void onRunning(String thread, List<String> calls, double atMillis) {}

        @Override
        public void onAllocation(String thread, List<String> calls, long bytes) {
            if (calls.get(calls.size() - 2).startsWith(RecordedCallsTest.class.getName())) {
                assertThat(bytes).isGreaterThanOrEqualTo(LARGE);
                this.calls.add(calls);
                this.thread = thread;
            }
        }
    }

    private static Object before() {
        return new byte[LARGE];
    }

    private static Object meanwhile() {
        return new long[LARGE];
    }

    private static Object after() {
        return new byte[LARGE];
    }

    private Path recorded(boolean marked) throws IOException {
        Path file = directory.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ObjectAllocationSample").with("throttle", "off");
            recording.enable("jdk.ObjectAllocationOutsideTLAB");
            recording.start();
            List<Object> kept = new ArrayList<>(List.of(before()));
            if (marked) {
                new Started().commit();
            }
            kept.add(meanwhile());
            if (marked) {
                new Ended().commit();
            }
            kept.add(after());
            assertThat(kept).hasSize(3);
            recording.dump(file);
        }
        return file;
    }

    @Test
    void shouldReadWhatHappenedInTheWindowAlone() throws IOException {
        Allocations allocations = new Allocations();

        assertThat(RecordedCalls.read(recorded(true), allocations)).isTrue();

        assertThat(allocations.calls)
                .isNotEmpty()
                .allSatisfy(calls -> assertThat(calls)
                        .endsWith(RecordedCallsTest.class.getName() + ".meanwhile", "long[]")
                        .contains(RecordedCallsTest.class.getName() + ".recorded"));
        assertThat(allocations.thread).isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void shouldSayThatARecordingIsOfSomethingElse() throws IOException {
        Allocations allocations = new Allocations();

        assertThat(RecordedCalls.read(recorded(false), allocations)).isFalse();
        assertThat(allocations.calls).isEmpty();
    }

    @Test
    void shouldRefuseWhatIsNoWholeRecording() throws IOException {
        Path file = recorded(true);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertThatThrownBy(() -> RecordedCalls.read(file, new Allocations())).isInstanceOf(IOException.class);
        byte[] twice = Arrays.copyOf(whole, 2 * whole.length - 1);
        System.arraycopy(whole, 0, twice, whole.length, whole.length - 1);
        Files.write(file, twice);
        assertThatThrownBy(() -> RecordedCalls.read(file, new Allocations())).hasMessage("it ends early");
    }
}
