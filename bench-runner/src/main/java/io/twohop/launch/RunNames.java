package io.twohop.launch;

import java.security.SecureRandom;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Names for runs: readable for people, unique for brokers. */
public final class RunNames {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final SecureRandom RANDOM = new SecureRandom();

    private RunNames() {}

    /** Names whatever a run creates, and a call whose runs take turns: letters, digits and dashes. */
    public static String runId() {
        return "twohop-" + Long.toString(RANDOM.nextLong() >>> 1, Character.MAX_RADIX);
    }

    /** Names the directory of what several results of one call have in common. */
    public static String matrixName(LocalDateTime time, String workload) {
        return TIME.format(time) + matrixSuffix(workload);
    }

    /** What such a name ends in. */
    public static String matrixSuffix(String workload) {
        return "-" + workload + "-matrix";
    }

    /** Names a result's directory. */
    static String resultName(LocalDateTime time, String workload, String cell, String transport) {
        return TIME.format(time) + "-" + workload + (cell.isEmpty() ? "" : "-" + cell) + "-" + transport;
    }
}
