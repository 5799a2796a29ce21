package io.twohop.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ID of a result as columns. The bench names a result after the local time of its start, so most of an ID is that of other
 * results of the scenario.
 */
final class ResultId {
    private static final String ID = "id";
    private static final String NAME = "name";
    private static final String OFFSET = "offset";
    private static final String HASH = "hash";
    private static final List<String> COLUMNS = List.of(NAME, OFFSET, HASH);
    private static final String STARTED = "started";

    /** Stands for the time in a name. No ID has it. */
    private static final String TIME_MARK = "@";

    private static final Pattern TIMED = Pattern.compile("(\\d{8}-\\d{6})(.*)");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss");
    private static final int HASH_DIGITS = 8;

    /** A day, for time zones: names of longer ago are not of the result's start. */
    private static final long LONGEST_OFFSET = 86_400;

    private ResultId() {}

    /** Returns the part of an ID that is the name of the result's directory. */
    static String name(String id) {
        return id.substring(0, id.length() - HASH_DIGITS - 1);
    }

    /** Replaces the ID of a row by its columns. */
    static void divide(ObjectNode row) {
        String id = row.remove(ID).asText();
        String name = name(id);
        Matcher matcher = TIMED.matcher(name);
        long offset = 0;
        if (matcher.matches()) {
            try {
                long named = LocalDateTime.parse(matcher.group(1), TIME).toEpochSecond(ZoneOffset.UTC);
                long apart = named - row.path(STARTED).asLong();
                if (Math.abs(apart) <= LONGEST_OFFSET) {
                    offset = apart;
                    name = TIME_MARK + matcher.group(2);
                }
            } catch (DateTimeException e) {
                // The digits are not a time: the name keeps them.
            }
        }
        row.put(NAME, name).put(OFFSET, offset).put(HASH, id.substring(id.length() - HASH_DIGITS));
    }

    /**
     * Returns the ID of a row.
     *
     * @param started of the result, in seconds since 1970
     */
    static String of(Table.Rows rows, int row, long started) {
        String name = rows.value(NAME, row).asText();
        long named = started + rows.value(OFFSET, row).asLong();
        String whole = name.startsWith(TIME_MARK)
                ? TIME.format(LocalDateTime.ofEpochSecond(named, 0, ZoneOffset.UTC)) + name.substring(1)
                : name;
        return whole + "-" + rows.value(HASH, row).asText();
    }

    /** Puts the ID into a row in place of its columns. */
    static void put(String id, ObjectNode row) {
        row.remove(COLUMNS);
        row.put(ID, id);
    }
}
