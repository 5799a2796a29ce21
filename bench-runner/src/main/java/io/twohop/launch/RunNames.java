package io.twohop.launch;

import java.security.SecureRandom;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Makes names for runs: readable for people, unique for brokers. */
public final class RunNames {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final SecureRandom RANDOM = new SecureRandom();

    private RunNames() {}

    /** Returns a name for the topics and files of a run, or for a call whose runs take turns: letters, digits and dashes. */
    public static String runId() {
        return "twohop-" + Long.toString(RANDOM.nextLong() >>> 1, Character.MAX_RADIX);
    }

    /** Returns the name of the directory that several results of one call share. */
    public static String matrixName(LocalDateTime time, String workload) {
        return TIME.format(time) + matrixSuffix(workload);
    }

    /** Returns the end of such a name. */
    public static String matrixSuffix(String workload) {
        return "-" + workload + "-matrix";
    }

    /** Returns the name of a result's directory. */
    static String resultName(LocalDateTime time, String workload, String cell, String transport) {
        return TIME.format(time) + "-" + workload + (cell.isEmpty() ? "" : "-" + cell) + "-" + transport;
    }
}
