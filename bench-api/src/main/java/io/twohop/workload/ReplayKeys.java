package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.workload.Arrivals.Kind;

/** The keys of {@code arrivals} that belong to {@link Kind#REPLAY} only. */
final class ReplayKeys {
    private static final double SLOWEST = 1e-6;
    private static final double FASTEST = 1e6;
    private static final String EXPECTED_FILE = "a CSV file, plain or packed by gzip or zstd, such as ticks.csv.gz";

    private ReplayKeys() {}

    static void check(
            Kind kind,
            String file,
            String column,
            TimeFormat unit,
            String producer,
            String size,
            String key,
            String topic,
            double speed,
            boolean loop,
            Contents contents) {
        if (kind != Kind.REPLAY) {
            refuse("file", file);
            refuse("column", column);
            refuse("producer", producer);
            refuse("size", size);
            refuse("key", key);
            refuse("topic", topic);
            refuse("contents", contents);
            refuse("unit", unit == TimeFormat.AUTO ? null : unit);
            refuse("speed", speed == 1 ? null : speed);
            refuse("loop", loop ? true : null);
            return;
        }
        text("file", file == null ? "" : file, EXPECTED_FILE);
        text("column", column, "the name of the column that has the times");
        text("producer", producer, "the name of the column that has the producer's number");
        text("size", size, "the name of the column that has the payload's size in bytes");
        text("key", key, "the name of the column that has the message's key");
        text("topic", topic, "the name of the column that has the message's topic");
        if (!(speed >= SLOWEST && speed <= FASTEST)) {
            throw ConfigException.invalid("speed", speed, "0.000001 to 1000000, such as 2 for half of each gap");
        }
    }

    private static void text(String key, String value, String expected) {
        if (value != null && value.isBlank()) {
            throw ConfigException.invalid(key, value.isEmpty() ? null : value, expected);
        }
    }

    private static void refuse(String key, Object value) {
        if (value != null) {
            throw ConfigException.invalid(key, value, "no " + key + ", since it belongs to 'kind: replay' only");
        }
    }
}
