package io.twohop.pipeline;

import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.header.Trace;
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

/** Cost of the trace header, which is private to this package. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class HeaderBenchmark {
    private static final int MARK = 42;
    private static final int PAYLOAD_BYTES = 256;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1_024).order(ByteOrder.nativeOrder());
    private final ByteBuffer written = ByteBuffer.allocateDirect(1_024).order(ByteOrder.nativeOrder());
    private final PayloadSeal seal = new PayloadSeal(PayloadSeal.SAMPLED);
    private final Trace trace = new Trace();
    private long sequence;

    @Setup
    public void setUp() {
        write(written, 1);
    }

    private void write(ByteBuffer out, long number) {
        long sum = TraceHeader.start(out, MARK, 1, number, number, 0, 0);
        out.position(TraceHeader.BYTES + PAYLOAD_BYTES).flip();
        TraceHeader.onLane(out, 0, 0, number, seal.stamp(out, number, sum));
    }

    @Benchmark
    public ByteBuffer write() {
        write(buffer, sequence++);
        return buffer;
    }

    @Benchmark
    public boolean read() {
        trace.read(written, 0);
        return TraceHeader.isOf(written, MARK)
                && trace.isIntact()
                && seal.matches(written, TraceHeader.BYTES, PAYLOAD_BYTES, trace);
    }
}
