package io.twohop.external;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Names that JMH's formats share: the identity of a benchmark, its units, and the limits of its figures. */
final class JmhNames {
    static final String TOOL = "JMH";

    static final List<String> LIMITS = List.of(
            "JMH calls one operation after another: there are no intended times, so a stall delays later calls uncounted",
            "JMH's percentiles (mode sample) and means describe one operation, not a message on its way");

    /** Mode whose raw data are samples. */
    static final String SAMPLE = "sample";

    private static final Map<String, Double> NANOS =
            Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "hr", 3_600e9, "day", 86_400e9);
    private static final String PER_OPERATION = "/op";
    private static final String OPERATIONS = "ops/";
    private static final double NANOS_PER_SECOND = 1e9;

    private JmhNames() {}

    /** The unit of a score. */
    record Unit(Quantity quantity, double factor) {
        /** One thread's calls per second do not say how many messages a second are sent: they stand beside those of JMH alone. */
        boolean isLatency() {
            return quantity == Quantity.LATENCY;
        }

        /** Returns the label of a benchmark's score. */
        String label() {
            return quantity == Quantity.RATE ? Series.RATE : Series.MEAN;
        }
    }

    /** Returns the unit of times per operation, or operations per time; empty for another one. */
    static Optional<Unit> unit(String text) {
        if (text.endsWith(PER_OPERATION)) {
            return Optional.ofNullable(NANOS.get(text.substring(0, text.length() - PER_OPERATION.length())))
                    .map(nanos -> new Unit(Quantity.LATENCY, nanos));
        }
        if (text.startsWith(OPERATIONS)) {
            return Optional.ofNullable(NANOS.get(text.substring(OPERATIONS.length())))
                    .map(nanos -> new Unit(Quantity.RATE, NANOS_PER_SECOND / nanos));
        }
        return Optional.empty();
    }

    /** Returns the name that two results of the same benchmark, parameters and mode share. */
    static String series(String benchmark, Map<String, String> parameters, String mode) {
        Map<String, String> sorted = new TreeMap<>(parameters);
        StringBuilder name = new StringBuilder(benchmark);
        if (!sorted.isEmpty()) {
            // No comma, which separates the metrics of --only.
            name.append(sorted.toString().replace(", ", ";").replace(',', ';'));
        }
        return name.append('.').append(mode).toString();
    }
}
