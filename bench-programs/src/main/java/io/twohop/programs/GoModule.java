package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A program built from its Go module, which Go checks against its checksum database.
 *
 * @param module its path and version, as {@code go install} takes it
 */
public record GoModule(String module) implements ProgramSource {
    private static final String GO = "go";

    @Override
    public String name() {
        return "go install " + module;
    }

    @Override
    public boolean isPossible() {
        return Commands.find(GO).isPresent();
    }

    @Override
    public void fetch(Path into, Path work, String fileName) throws IOException, InterruptedException {
        Commands.run(work, Map.of("GOBIN", into.toString(), "CGO_ENABLED", "0"), GO, "install", module);
    }
}
