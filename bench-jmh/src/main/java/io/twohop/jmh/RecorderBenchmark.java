package io.twohop.jmh;

import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Slices;
import io.twohop.measure.SlowestMessages;
import io.twohop.measure.Window;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of recording a message: its latency, the slowest episodes, and the messages due. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
public class RecorderBenchmark {
    private final Window window = new Window(0, 0, Long.MAX_VALUE);
    private final LatencyRecorder recorder = new LatencyRecorder(window);
    private final SlowestMessages slowest = new SlowestMessages(0, window);
    private final Slices slices = new Slices(new Window(0, 0, TimeUnit.MINUTES.toNanos(1)));
    private long sequence;

    @Benchmark
    public void latency() {
        sequence++;
        recorder.record(sequence, sequence + (sequence & 0xffff));
    }

    /** Records a message per microsecond, in the same minute again and again. */
    @Benchmark
    public void slices() {
        sequence = (sequence + 1_000) % TimeUnit.MINUTES.toNanos(1);
        slices.record(sequence, sequence + (sequence & 0xffff));
    }

    @Benchmark
    public void slowest() {
        sequence++;
        slowest.record(0, sequence, sequence, sequence, sequence, sequence + (sequence & 0xffff));
    }
}
