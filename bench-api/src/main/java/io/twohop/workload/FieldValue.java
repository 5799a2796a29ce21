package io.twohop.workload;

import java.util.List;

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

    /**
     * Returns the value of a text such as {@code random(1..100)}.
     *
     * @param name key of the text, for errors
     */
    static FieldValue parse(String name, String text) {
        return FieldValueText.parse(name, text);
    }
}
