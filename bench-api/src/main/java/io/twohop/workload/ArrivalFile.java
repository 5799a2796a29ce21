package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Quantities;
import io.twohop.config.Section;
import java.time.Duration;
import java.util.Optional;

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
        Double speed,

        @Help("whether to restart the file at its end; by default the run ends with it")
        Boolean loop,

        @Help("how much earlier than a row before it a row may be; such rows are sorted. None by default")
        Duration sortWithin,

        @Section @JsonUnwrapped CsvForm form,

        @Help("content of the file at the time of the run; filled in by the run")
        Contents contents) {
    /** The file of arrivals that follow a schedule. */
    public static final ArrivalFile NONE = new ArrivalFile(
            null, null, TimeFormat.AUTO, null, null, null, null, 1.0, false, null, CsvForm.DEFAULT, null);

    /** The most that rows may be out of order by. */
    public static final Duration LONGEST_SORTED = Duration.ofSeconds(10);

    private static final double SLOWEST = 1e-6;
    private static final double FASTEST = 1e6;
    private static final String EXPECTED_FILE =
            "a CSV file, plain or packed by gzip, zstd or zip, such as ticks.csv.gz";

    public ArrivalFile {
        unit = Given.of("unit", unit).or(TimeFormat.AUTO);
        speed = Given.of("speed", speed).or(1.0);
        loop = Given.of("loop", loop).or(false);
        form = form == null ? CsvForm.DEFAULT : form;
    }

    /** Refuses values that cannot be replayed, and any value unless the file is replayed. */
    void check(Arrivals.Kind kind) {
        named(kind, "file", path, EXPECTED_FILE).neededIf(kind == Arrivals.Kind.REPLAY, EXPECTED_FILE);
        named(kind, "column", column, "the name of the column that has the times");
        named(kind, "producer", producer, "the name of the column that has the producer's number");
        named(kind, "size", size, "the name of the column that has the payload's size in bytes");
        named(kind, "key", key, "the name of the column that has the message's key");
        named(kind, "topic", topic, "the name of the column that has the message's topic");
        replayed(kind, "contents", contents);
        replayed(kind, "unit", unit == TimeFormat.AUTO ? null : unit);
        replayed(kind, "speed", speed == 1 ? null : speed)
                .onlyIf(
                        factor -> factor >= SLOWEST && factor <= FASTEST,
                        "0.000001 to 1000000, such as 2 for half of each gap");
        replayed(kind, "loop", loop ? true : null);
        replayed(kind, "sortWithin", sortWithin)
                .onlyIf(
                        time -> !time.isNegative() && time.compareTo(LONGEST_SORTED) <= 0,
                        "0s to " + Quantities.text(LONGEST_SORTED) + ", such as 1ms");
        replayed(kind, "header", form.header());
        replayed(kind, "separator", form.separator());
    }

    private static Given<String> named(Arrivals.Kind kind, String key, String value, String expected) {
        // An empty name is shown as missing: an error would hide the value of a key with this name.
        boolean isEmpty = "".equals(replayed(kind, key, value).or(null));
        return Given.of(key, isEmpty ? null : value)
                .neededIf(isEmpty, expected)
                .onlyIf(text -> !text.isBlank(), expected);
    }

    private static <T> Given<T> replayed(Arrivals.Kind kind, String key, T value) {
        return Arrivals.own(Arrivals.Kind.REPLAY, kind, key, value);
    }

    /** Returns the contents; empty until the file has been read. */
    Optional<Contents> read() {
        return Optional.ofNullable(contents);
    }

    /** Returns the same file at another path, with its contents. */
    public ArrivalFile at(String otherPath, Contents itsContents) {
        return new ArrivalFile(
                otherPath, column, unit, producer, size, key, topic, speed, loop, sortWithin, form, itsContents);
    }
}
