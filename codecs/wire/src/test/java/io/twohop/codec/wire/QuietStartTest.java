package io.twohop.codec.wire;

import io.twohop.event.OrderEvent;
import io.twohop.testing.run.QuietProcess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuietStartTest {
    @Test
    void shouldPrintNothingAndLeaveNoTraceInTheHomeDirectoryWhenAProcessUsesTheCodec(@TempDir Path directory)
            throws Exception {
        QuietProcess.assertQuiet(directory, new WireCodecProvider().jvmFlags(), Child.class);
    }

    static final class Child {
        public static void main(String[] arguments) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(2_048).order(ByteOrder.nativeOrder());
            var codec = new WireCodecProvider().codec(OrderEvent.class);
            codec.encode(new OrderEvent(), buffer);
            codec.decode(buffer.flip());
        }
    }
}
