package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.testing.Runs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Tag;

/** Whatever arrives on a channel: it is a message of the run, corrupt, or foreign. See {@code YamlFuzzTest} for how it is run. */
@Tag("one-jdk")
class HeaderFuzzTest {
    private final LoneConsumers consumers = new LoneConsumers();

    @FuzzTest(maxDuration = "20s")
    void shouldTakeOrPassOverAnyMessage(byte[] message) {
        if (message.length > Runs.messages().maxMessageBytes()) {
            // What a payload may be is the codec's to say.
            return;
        }
        long before = consumers.taken();
        ByteBuffer buffer = buffer(message);

        consumers.take(buffer);
        assertThat(consumers.taken()).isEqualTo(before + 1);

        if (message.length >= TraceHeader.BYTES) {
            // As if its sender had written it, so that no check of the header keeps it from what is behind.
            consumers.take(HostileMessagesTest.signed(buffer));
            assertThat(consumers.taken()).isEqualTo(before + 2);
        }
    }

    private static ByteBuffer buffer(byte[] message) {
        return ByteBuffer.allocateDirect(message.length)
                .order(ByteOrder.nativeOrder())
                .put(message)
                .flip();
    }
}
