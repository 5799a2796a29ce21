package io.twohop.store;

import java.io.IOException;
import java.nio.file.Path;

/** A result that was measured and could not be written, such as to a disk that is full. */
public final class ResultNotWritten extends IOException {
    private static final long serialVersionUID = 1L;

    ResultNotWritten(Path partial, IOException cause) {
        super(
                "results: " + partial + " (expected: room to write the result): " + cause.getMessage()
                        + "; free some, or give another directory with -Dresults=..., and run it again",
                cause);
    }
}
