package io.twohop.jmh.bare;

/**
 * Holds the figures of one run, of a bare client or of TwoHop.
 *
 * @param messages received in the measured time
 * @param perSecond achieved rate, messages per second
 * @param p50Nanos median latency from the intended time
 * @param p99Nanos latency from the intended time
 */
record BareResult(long messages, double perSecond, long p50Nanos, long p99Nanos) {
    private static final String MARK = "bare ";

    /** Returns the line that {@link #read} finds among others. */
    String line() {
        return MARK + messages + " " + perSecond + " " + p50Nanos + " " + p99Nanos;
    }

    static BareResult read(String output) {
        String line = output.lines()
                .filter(each -> each.startsWith(MARK))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a bare client failed: " + output));
        String[] fields = line.substring(MARK.length()).split(" ");
        return new BareResult(
                Long.parseLong(fields[0]),
                Double.parseDouble(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]));
    }
}
