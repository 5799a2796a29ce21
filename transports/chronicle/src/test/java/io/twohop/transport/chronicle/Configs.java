package io.twohop.transport.chronicle;

import io.twohop.config.Size;
import io.twohop.transport.RunContext;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Configurations, contexts and messages for the tests of this module. */
final class Configs {
    private Configs() {}

    static ChronicleConfig of(Writing mode, String rollCycle) {
        return new ChronicleConfig(null, rollCycle, new Size(1 << 20), mode, null, null, null);
    }

    static RunContext context(Path directory, double ratePerSecond, long messages) {
        return new RunContext(
                "run-1",
                directory,
                directory,
                new RunContext.Traffic(ratePerSecond, messages, 1_024, 256),
                new RunContext.Channels(2, 1));
    }

    static ByteBuffer message(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
}
