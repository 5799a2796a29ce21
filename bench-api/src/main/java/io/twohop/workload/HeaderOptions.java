package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Quantities;
import io.twohop.config.Size;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The headers beside each payload, the same with every message. */
public record HeaderOptions(
        @Help("number of headers; 1 to 64") Integer number,

        @Help("size of each value; 1B to 64KiB") Size size) {
    private static final String EXPECTED = "how many headers x the bytes of each value, such as 3x32B";
    private static final String EXPECTED_SIZE = "values of 1B to 64KiB, such as 3x32B";
    private static final Pattern TEXT = Pattern.compile("([^\\sxX]+)\\s*[xX]\\s*(\\S.*)");
    private static final int MOST = 64;
    private static final int MOST_BYTES = 64 << 10;

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public HeaderOptions {
        Given.of("number", number)
                .needed(count -> count >= 1 && count <= MOST, "1 to " + MOST + " headers, such as 3x32B");
        Given.of("size", size).needed(each -> each.bytes() <= MOST_BYTES, EXPECTED_SIZE);
    }

    /**
     * Returns headers of one size.
     *
     * @param number headers per message
     * @param bytes size of each value
     */
    public static HeaderOptions of(int number, int bytes) {
        return new HeaderOptions(number, new Size(bytes));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static HeaderOptions read(String text) {
        Matcher match = TEXT.matcher(text.strip());
        if (!match.matches()) {
            throw ConfigException.invalid("", text, EXPECTED);
        }
        try {
            long number = Quantities.count(match.group(1));
            // A number beyond int is too large as well.
            return new HeaderOptions((int) Math.min(number, Integer.MAX_VALUE), size(match.group(2)));
        } catch (ConfigException e) {
            throw ConfigException.invalid("", text, e.name().equals("count") ? EXPECTED : e.expected());
        }
    }

    private static Size size(String text) {
        try {
            return Quantities.size(text);
        } catch (ConfigException e) {
            throw ConfigException.invalid("size", text, EXPECTED_SIZE);
        }
    }

    /** Returns a text such as {@code 3x32B}. */
    @JsonValue
    @Override
    public String toString() {
        return number + "x" + size;
    }
}
