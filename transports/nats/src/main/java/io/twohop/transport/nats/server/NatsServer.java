package io.twohop.transport.nats.server;

import io.twohop.transport.server.GoModule;
import io.twohop.transport.server.ServerBinary;
import java.util.List;
import java.util.Locale;

/** Where a nats-server comes from. */
public final class NatsServer {
    static final String VERSION = "2.15.1";

    /** Older ones, such as a distribution's 2.9, would not be fair to measure. */
    public static final ServerBinary BINARY = new ServerBinary(
            "nats-server",
            "NATS_SERVER",
            VERSION,
            "2.12",
            List.of(
                    new ReleaseArchive(),
                    new PythonPackage(),
                    new GoModule("github.com/nats-io/nats-server/v2@v" + VERSION)));

    private NatsServer() {}

    /** This machine, as releases are named. */
    static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return (os.contains("mac") ? "darwin" : os.contains("win") ? "windows" : "linux") + "-"
                + (arch.equals("aarch64") || arch.equals("arm64") ? "arm64" : "amd64");
    }
}
