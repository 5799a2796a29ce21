package io.twohop.pipeline;

import io.twohop.pipeline.header.TraceHeader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The trace that each message carries; in the package whose secret it is. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class HeaderBenchmark {
    private static final int MARK = 42;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1_024).order(ByteOrder.nativeOrder());
    private final ByteBuffer written = ByteBuffer.allocateDirect(1_024).order(ByteOrder.nativeOrder());
    private long sequence;

    @Setup
    public void setUp() {
        TraceHeader.start(written, MARK, 1, 2, 3, 4, 0);
        written.flip();
        TraceHeader.onLane(written, 0, 0, 5);
    }

    @Benchmark
    public ByteBuffer write() {
        TraceHeader.start(buffer, MARK, 0, sequence++, sequence, 0, 0);
        TraceHeader.onLane(buffer, 0, 0, sequence);
        return buffer;
    }

    @Benchmark
    public long read() {
        return (TraceHeader.isOf(written, MARK) && TraceHeader.isIntact(written) ? 1 : 0)
                + TraceHeader.producer(written)
                + TraceHeader.sequence(written)
                + TraceHeader.intendedNanos(written)
                + TraceHeader.sender(written)
                + TraceHeader.lane(written)
                + TraceHeader.number(written);
    }
}
