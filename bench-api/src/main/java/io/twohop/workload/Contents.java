package io.twohop.workload;

import io.twohop.config.Given;
import io.twohop.config.Help;

/** Contents of a file of arrivals. The run fills them in, so that a result says what it replayed. */
public record Contents(
        @Help("SHA-256 of the file in hexadecimal; another file is refused")
        String sha256,

        @Help("the file's size in bytes") long bytes,
        @Help("rows of the file") long rows,

        @Help("messages due in warm-up and measured time, or a few more")
        long due,

        @Help("number of different keys; absent if the file has none")
        Integer keys,

        @Help("share of the most frequent key in the file's messages; absent if the file has no keys")
        Double topKeyShare,

        @Help("size of the largest payload; absent if the file has no sizes")
        Integer mostBytes,

        @Help("mean size of payloads, rounded up; absent if the file has no sizes")
        Integer meanBytes) {
    private static final String HEXADECIMAL = "[0-9a-f]{64}";

    /** Creates the contents of a file of times alone. */
    public Contents(String sha256, long bytes, long rows, long due) {
        this(sha256, bytes, rows, due, null, null, null, null);
    }

    public Contents {
        Given.of("sha256", sha256).needed(digest -> digest.matches(HEXADECIMAL), "64 hexadecimal digits");
    }
}
