package io.twohop.transport.natsstreaming;

import io.twohop.programs.GoModule;
import io.twohop.programs.Program;
import io.twohop.programs.ProgramException;
import io.twohop.transport.TransportException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where a nats-streaming-server comes from. */
final class StreamingServer {
    private static final String VERSION = "0.25.6";

    /** The last release there will be. */
    private static final Program PROGRAM = new Program(
            "nats-streaming-server",
            "NATS_STREAMING_SERVER",
            VERSION,
            "0.25",
            List.of(new GoModule("github.com/nats-io/nats-streaming-server@v" + VERSION)));

    private StreamingServer() {}

    /**
     * Finds it, or builds it.
     *
     * @param named by the transport file's {@code server:}, or null
     * @throws TransportException naming each place that was tried and what would install it
     */
    static Path find(String named) {
        try {
            return PROGRAM.find("server", named);
        } catch (ProgramException e) {
            throw new TransportException(e.getMessage(), e);
        }
    }

    /** What {@link #find} would use at this moment, or that it would have to build one. */
    static String describe() {
        return PROGRAM.describe();
    }

    /** Why {@link #find} could not succeed here. */
    static Optional<String> unavailable() {
        return PROGRAM.unavailable();
    }
}
