package io.twohop.pipeline.deployed;

import io.twohop.measure.PaddedCounter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.regex.Pattern;

/** Counts the replies of a deployed service that belong to no measured request. Its thread writes; any may read. */
public final class ReplyCounts {
    private static final int MOST_SHOWN = 200;

    /** A member whose name speaks of a secret, and its value, which may be cut off. After one with parts nothing is shown. */
    private static final Pattern SECRET =
            Pattern.compile("(?i)(\"[^\"]*(?:pass|pwd|secret|token|credential|auth|api.?key)[^\"]*\"\\s*:\\s*)"
                    + "(?:\"(?:\\\\.|[^\"\\\\])*+\"?|[{\\[].*|[^,}\\]]*)");

    private final PaddedCounter uncorrelated = new PaddedCounter();
    private final PaddedCounter foreign = new PaddedCounter();
    private final PaddedCounter forgotten = new PaddedCounter();
    private final PaddedCounter failed = new PaddedCounter();
    private volatile String failure = "";
    private final BitSet canaries = new BitSet();
    private long uncorrelatedBefore;
    private long foreignBefore;
    private volatile String example = "";

    void uncorrelated(ByteBuffer reply) {
        if (example.isEmpty()) {
            example = shown(reply);
        }
        uncorrelated.increment();
    }

    /** Returns the beginning of a message as text, with a point for each byte that is no printable character. */
    static String shown(ByteBuffer message) {
        byte[] bytes = new byte[Math.min(MOST_SHOWN, message.remaining())];
        message.get(message.position(), bytes);
        String text = new String(bytes, StandardCharsets.UTF_8).replaceAll("[\\p{Cntrl}\\x{FFFD}]", ".");
        text = SECRET.matcher(text).replaceAll("$1<redacted>");
        return bytes.length < message.remaining() ? text + "..." : text;
    }

    /** Starts to count from zero: replies from before the run, those to canaries too, do not concern it. */
    void begin() {
        uncorrelatedBefore = uncorrelated.get();
        foreignBefore = foreign.get();
        example = "";
    }

    void foreign() {
        foreign.increment();
    }

    void forgotten() {
        forgotten.increment();
    }

    /** Counts a reply to a request of this run that reports an error. */
    void failed(String its) {
        if (failure.isEmpty()) {
            failure = shown(ByteBuffer.wrap(its.getBytes(StandardCharsets.UTF_8)));
        }
        failed.increment();
    }

    void canary(long number) {
        synchronized (canaries) {
            canaries.set((int) number);
        }
    }

    boolean hasAnswered(long canary) {
        synchronized (canaries) {
            return canaries.get((int) canary);
        }
    }

    boolean hasAnsweredAny() {
        synchronized (canaries) {
            return !canaries.isEmpty();
        }
    }

    /** Returns the replies without a number. */
    public long uncorrelatedReplies() {
        return uncorrelated.get() - uncorrelatedBefore;
    }

    /** Returns the replies to requests of others. */
    public long foreignReplies() {
        return foreign.get() - foreignBefore;
    }

    /** Returns the replies that came too late to know when their request was due. */
    public long forgottenReplies() {
        return forgotten.get();
    }

    /** Returns the replies that report an error in place of an answer. */
    public long failedReplies() {
        return failed.get();
    }

    /** Returns the first of these errors; empty if there was none. */
    public String failure() {
        return failure;
    }

    /** Returns the beginning of the first reply without a number; empty if there was none. */
    public String example() {
        return example;
    }
}
