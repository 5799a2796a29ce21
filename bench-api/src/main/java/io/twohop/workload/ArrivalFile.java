package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.config.ConfigException;
import io.twohop.config.Help;

/** The CSV file that arrivals come from; the names of columns that it does not have are {@code null}. */
public record ArrivalFile(
        @Help("the CSV file with the times, for replay only: a path, relative to the workload's file")
        @JsonProperty("file")
        String path,

        @Help("the file's column of times; the first by default")
        String column,

        @Help("unit of the times; derived from the first row by default")
        TimeFormat unit,

        @Help(
                "the file's column of producers, numbers from 0, modulo how many there are; by default rows go to each in turn")
        String producer,

        @Help(
                "the file's column of payload sizes in bytes, sent as random bytes; by default the workload's event or size")
        String size,

        @Help(
                "the file's column of keys, texts of up to 64 bytes, each of which is one key; by default the workload's keys")
        String key,

        @Help(
                "the file's column of topics, names of which each is one of the workload's topics, modulo how many there are; by"
                        + " default topics take turns")
        String topic,

        @Help("factor by which arrivals are faster than in the file; 1 by default")
        double speed,

        @Help("whether to restart the file at its end; by default the run ends with it")
        boolean loop,

        @Help("content of the file at the time of the run; filled in by the run")
        Contents contents) {
    /** The file of arrivals that follow a schedule. */
    public static final ArrivalFile NONE =
            new ArrivalFile(null, null, TimeFormat.AUTO, null, null, null, null, 1, false, null);

    private static final double SLOWEST = 1e-6;
    private static final double FASTEST = 1e6;
    private static final String EXPECTED_FILE = "a CSV file, plain or packed by gzip or zstd, such as ticks.csv.gz";

    public ArrivalFile {
        unit = unit == null ? TimeFormat.AUTO : unit;
    }

    /** Refuses values that cannot be replayed. */
    void check() {
        text("file", path == null ? "" : path, EXPECTED_FILE);
        text("column", column, "the name of the column that has the times");
        text("producer", producer, "the name of the column that has the producer's number");
        text("size", size, "the name of the column that has the payload's size in bytes");
        text("key", key, "the name of the column that has the message's key");
        text("topic", topic, "the name of the column that has the message's topic");
        if (!(speed >= SLOWEST && speed <= FASTEST)) {
            throw ConfigException.invalid("speed", speed, "0.000001 to 1000000, such as 2 for half of each gap");
        }
    }

    /** Refuses values that belong to replay only. */
    void refuse() {
        refuse("file", path);
        refuse("column", column);
        refuse("producer", producer);
        refuse("size", size);
        refuse("key", key);
        refuse("topic", topic);
        refuse("contents", contents);
        refuse("unit", unit == TimeFormat.AUTO ? null : unit);
        refuse("speed", speed == 1 ? null : speed);
        refuse("loop", loop ? true : null);
    }

    /** Returns the same file at another path, with its contents. */
    public ArrivalFile at(String otherPath, Contents itsContents) {
        return new ArrivalFile(otherPath, column, unit, producer, size, key, topic, speed, loop, itsContents);
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
