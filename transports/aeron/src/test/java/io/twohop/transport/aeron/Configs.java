package io.twohop.transport.aeron;

import io.twohop.config.YamlDocument;
import io.twohop.transport.RunContext;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Configurations, contexts and messages for the tests of this module. */
final class Configs {
    private Configs() {}

    /** As a file would say it. */
    static AeronConfig of(String yaml) {
        return YamlDocument.parse("x.yaml", yaml).bind(AeronConfig.class);
    }

    static RunContext context(Path directory, int maxMessageBytes) {
        return new RunContext(
                "run-1",
                directory,
                directory,
                new RunContext.Traffic(1_000, 100_000, maxMessageBytes, maxMessageBytes),
                new RunContext.Channels(2, 1));
    }

    static ByteBuffer message(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
}
