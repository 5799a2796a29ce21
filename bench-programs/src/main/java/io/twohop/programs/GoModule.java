package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A program built from its Go module, which Go checks against its checksum database.
 *
 * @param module path and version, for {@code go install}
 * @param flags value of {@code GOFLAGS}; empty for none
 */
public record GoModule(String module, String flags) implements ProgramSource {
    private static final String GO = "go";

    /** Creates a module that is built with Go's default flags. */
    public GoModule(String module) {
        this(module, "");
    }

    @Override
    public String name() {
        return (flags.isEmpty() ? "" : "GOFLAGS='" + flags + "' ") + "go install " + module;
    }

    @Override
    public boolean isPossible() {
        return Commands.find(GO).isPresent();
    }

    @Override
    public void fetch(Path into, Path work, String fileName) throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(Map.of("GOBIN", into.toString(), "CGO_ENABLED", "0"));
        if (!flags.isEmpty()) {
            environment.put("GOFLAGS", flags);
        }
        Commands.run(work, environment, GO, "install", module);
    }
}
