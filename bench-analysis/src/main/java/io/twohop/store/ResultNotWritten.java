package io.twohop.store;

import io.twohop.config.Room;
import io.twohop.result.BenchmarkResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Signals that a measured result could not be written, for example to a full disk. */
public final class ResultNotWritten extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient BenchmarkResult result;

    ResultNotWritten(BenchmarkResult result, Path partial, List<String> missing, IOException cause) {
        super(
                "results: " + partial + " (expected: room to write the result): " + cause.getMessage()
                        + Room.shortage(partial).map(full -> "; " + full).orElse("") + "; without "
                        + String.join(", ", missing)
                        + "; free some, or give another directory with -Dresults=..., and run it again",
                cause);
        this.result = result.writtenTo(partial);
    }

    /** Returns the measured result; its directory holds the files that could be written. */
    public BenchmarkResult result() {
        return result;
    }
}
