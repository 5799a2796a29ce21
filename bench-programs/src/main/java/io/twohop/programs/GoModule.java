package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A program built from its Go module. Go compares modules with its checksum database; as the toolchain and all that shapes its output are
 * fixed, too, the same program comes out on every machine, and its checksum can be pinned.
 *
 * @param module path and version, for {@code go install}
 * @param flags value of {@code GOFLAGS}; empty for none
 * @param pins checksums of the program
 */
public record GoModule(String module, String flags, Pins pins) implements ProgramSource {
    private static final String GO = "go";
    private static final String TOOLCHAIN = "go1.27.3";

    /** Creates a module that is built with Go's default flags. */
    public GoModule(String module, Pins pins) {
        this(module, "", pins);
    }

    @Override
    public String name() {
        return (flags.isEmpty() ? "" : "GOFLAGS='" + flags + "' ") + "GOTOOLCHAIN=" + TOOLCHAIN
                + " CGO_ENABLED=0 go install -trimpath " + module;
    }

    @Override
    public boolean isPossible() {
        return Commands.find(GO).isPresent() && pins.coverThisPlatform();
    }

    @Override
    public void fetch(Path into, Path work, String fileName) throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(Map.of(
                "GOBIN", into.toString(),
                "GOTOOLCHAIN", TOOLCHAIN,
                "GOFLAGS", flags,
                "CGO_ENABLED", "0",
                "GOAMD64", "v1",
                "GOARM64", "v8.0",
                "GOEXPERIMENT", "",
                "GOFIPS140", "off",
                "GOWORK", "off"));
        Commands.run(work, environment, GO, "install", "-trimpath", module);
    }
}
