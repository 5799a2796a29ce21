package io.twohop.workload;

import io.twohop.config.ConfigException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The texts that values have in a workload. */
enum FieldValueText {
    NUMBER("number", match -> new FieldValue.Number()),
    UUID("uuid", match -> new FieldValue.Uuid()),
    TIME("time", match -> new FieldValue.Time()),
    RANDOM("random\\(\\s*(\\d{1,18})\\s*\\.\\.\\s*(\\d{1,18})\\s*\\)", FieldValueText::random),
    ONE_OF("one of \\[(.*)]", FieldValueText::oneOf);

    private final Pattern pattern;
    private final Function<MatchResult, FieldValue> value;

    FieldValueText(String pattern, Function<MatchResult, FieldValue> value) {
        this.pattern = Pattern.compile(pattern);
        this.value = value;
    }

    static FieldValue parse(String name, String text) {
        for (FieldValueText form : values()) {
            Matcher match = form.pattern.matcher(text.strip());
            if (match.matches()) {
                return form.value(name, text, match.toMatchResult());
            }
        }
        throw ConfigException.invalid(name, text, "number, uuid, time, random(1..100) or one of [a, b, c]");
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
        return new FieldValue.Random(from, to);
    }

    private static FieldValue oneOf(MatchResult match) {
        List<String> choices =
                Arrays.stream(match.group(1).split(",", -1)).map(String::strip).toList();
        if (choices.contains("")) {
            throw ConfigException.invalid("", match.group(), "texts between commas, none of them empty");
        }
        return new FieldValue.OneOf(choices);
    }
}
