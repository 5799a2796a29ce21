package io.twohop.store;

import java.io.IOException;
import java.nio.file.Path;

/** Signals that a measured result could not be written, for example to a full disk. */
public final class ResultNotWritten extends IOException {
    private static final long serialVersionUID = 1L;

    ResultNotWritten(Path partial, IOException cause) {
        super(
                "results: " + partial + " (expected: room to write the result): " + cause.getMessage()
                        + "; free some, or give another directory with -Dresults=..., and run it again",
                cause);
    }
}
