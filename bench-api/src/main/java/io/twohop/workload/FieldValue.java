package io.twohop.workload;

import io.twohop.config.ConfigException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values of a field that varies per message. */
public sealed interface FieldValue {
    /** The message's number in the run, as decimal digits. */
    record Number() implements FieldValue {}

    /** The message's number in the run, as a UUID. */
    record Uuid() implements FieldValue {}

    /** The wall-clock time at which the message should be sent, in the form of the template. */
    record Time() implements FieldValue {}

    /** Random whole numbers, each equally often. */
    record Random(long from, long to) implements FieldValue {}

    /** Texts chosen at random, each equally often. */
    record OneOf(List<String> choices) implements FieldValue {
        public OneOf {
            choices = List.copyOf(choices);
        }
    }

    /** Returns the value of a text such as {@code random(1..100)}. */
    static FieldValue parse(String name, String text) {
        for (Form form : Form.values()) {
            Matcher match = form.pattern.matcher(text.strip());
            if (match.matches()) {
                return form.value(name, text, match.toMatchResult());
            }
        }
        throw ConfigException.invalid(name, text, "number, uuid, time, random(1..100) or one of [a, b, c]");
    }

    /** The texts that values have in a workload. */
    enum Form {
        NUMBER("number", match -> new Number()),
        UUID("uuid", match -> new Uuid()),
        TIME("time", match -> new Time()),
        RANDOM("random\\(\\s*(\\d{1,18})\\s*\\.\\.\\s*(\\d{1,18})\\s*\\)", Form::random),
        ONE_OF("one of \\[(.*)]", Form::oneOf);

        private final Pattern pattern;
        private final Function<MatchResult, FieldValue> value;

        Form(String pattern, Function<MatchResult, FieldValue> value) {
            this.pattern = Pattern.compile(pattern);
            this.value = value;
        }

        private FieldValue value(String name, String text, MatchResult match) {
            try {
                return value.apply(match);
            } catch (ConfigException e) {
                throw ConfigException.invalid(name, text, e.expected());
            }
        }

        private static FieldValue random(MatchResult match) {
            long from = Long.parseLong(match.group(1));
            long to = Long.parseLong(match.group(2));
            if (from > to) {
                throw ConfigException.invalid("", match.group(), "a range that does not end before it begins");
            }
            return new Random(from, to);
        }

        private static FieldValue oneOf(MatchResult match) {
            List<String> choices = Arrays.stream(match.group(1).split(",", -1))
                    .map(String::strip)
                    .toList();
            if (choices.contains("")) {
                throw ConfigException.invalid("", match.group(), "texts between commas, none of them empty");
            }
            return new OneOf(choices);
        }
    }
}
