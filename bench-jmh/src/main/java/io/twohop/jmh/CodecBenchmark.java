package io.twohop.jmh;

import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.event.OrderEvent;
import io.twohop.event.OrderEventType;
import io.twohop.registry.Providers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of encoding and decoding the default event, by codec. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 3,
        jvmArgsAppend = {
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED"
        })
public class CodecBenchmark {
    @Param({"json", "json-java-time", "wire", "wire-named", "sbe", "protobuf", "json3", "avro"})
    String codec;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(4_096).order(ByteOrder.nativeOrder());
    private EventSource<OrderEvent> source;
    private Codec<OrderEvent> encoder;
    private Codec<OrderEvent> decoder;
    private ByteBuffer encoded;
    private long sequence;

    @Setup
    public void setUp() {
        source = new OrderEventType().source(1);
        encoder = Providers.codec(codec).codec(OrderEvent.class);
        decoder = Providers.codec(codec).codec(OrderEvent.class);
        encoded = ByteBuffer.allocateDirect(4_096).order(ByteOrder.nativeOrder());
        encoder.encode(source.next(0, 0), encoded);
        encoded.flip();
    }

    @Benchmark
    public int encode() {
        encoder.encode(source.next(sequence++, sequence), buffer.clear());
        return buffer.position();
    }

    @Benchmark
    public OrderEvent decode() {
        return decoder.decode(encoded.rewind());
    }
}
