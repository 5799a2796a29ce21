package io.twohop.transport.natsstreaming;

import io.twohop.programs.GoModule;
import io.twohop.programs.Program;
import io.twohop.programs.ProgramException;
import io.twohop.transport.TransportException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The {@code nats-streaming-server} binary. */
final class StreamingServer {
    private static final String VERSION = "0.25.6";

    /** The final release. */
    private static final Program PROGRAM = new Program(
            "nats-streaming-server",
            "NATS_STREAMING_SERVER",
            VERSION,
            "0.25",
            List.of(new GoModule("github.com/nats-io/nats-streaming-server@v" + VERSION)));

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
