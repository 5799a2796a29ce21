package io.twohop.transport.natsstreaming;

import io.twohop.programs.GoModule;
import io.twohop.programs.Pins;
import io.twohop.programs.Program;
import io.twohop.programs.ProgramException;
import io.twohop.transport.TransportException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The {@code nats-streaming-server} binary. */
final class StreamingServer {
    private static final String VERSION = "0.25.6";

    private static final Pins BUILT = new Pins(Map.of(
            "linux-amd64", "4e524e4087dca9ac6d0ee8a6400da5020307d24444863b9fcc004f48db48260a",
            "linux-arm64", "c87e58f7e21f489f8724ac4978a2ff951587bc99e2ac4eac00c4d52bae23eebf",
            "darwin-amd64", "96551109a3086183cf878e7d278bf8c1d5acdc4d58f8fdeb14ee6e3391259bd4",
            "darwin-arm64", "af90eb1f7238b95247ac2c833cfcd6f02fbe427fcd0b96cbe6fafb00fd3f9548",
            "windows-amd64", "609bcb048f5021a5bcfe5445dabe33d0cb19fafaa63e4b97263775185b7f1b78",
            "windows-arm64", "5fb67ea3c82f49d31a8da4a265a51b48a8b8e3c5cc5ad1bf8fa3a36439d3cab5"));

    /** The final release. */
    private static final Program PROGRAM = new Program(
            "nats-streaming-server",
            "NATS_STREAMING_SERVER",
            VERSION,
            "0.25",
            List.of(new GoModule("github.com/nats-io/nats-streaming-server@v" + VERSION, BUILT)));

    private StreamingServer() {}

    /**
     * Finds the binary, or builds it.
     *
     * @param named the transport file's {@code server:}; null for none
     * @throws TransportException naming each place tried and what would install the binary
     */
    static Path find(String named) {
        try {
            return PROGRAM.find("server", named);
        } catch (ProgramException e) {
            throw new TransportException(e.getMessage(), e);
        }
    }

    /** Describes the binary that {@link #find} would use, or that it would build one. */
    static String describe() {
        return PROGRAM.describe();
    }

    /** Returns why {@link #find} cannot succeed here; empty if it can. */
    static Optional<String> unavailable() {
        return PROGRAM.unavailable();
    }
}
