package io.twohop.event.field;

import io.twohop.workload.FieldValue;

/** A kind of value: it says which bytes of a sample it overwrites, and makes the writer that does. */
abstract sealed class FieldKind permits NumberKind, UuidKind, TimeKind, RandomKind, ChoiceKind, ColumnKind {
    static FieldKind of(FieldValue value) {
        if (value instanceof FieldValue.Number) {
            return new NumberKind();
        }
        if (value instanceof FieldValue.Uuid) {
            return new UuidKind();
        }
        if (value instanceof FieldValue.Time) {
            return new TimeKind();
        }
        return value instanceof FieldValue.Random random
                ? new RandomKind(random)
                : new ChoiceKind((FieldValue.OneOf) value);
    }

    /**
     * Returns the bytes to overwrite.
     *
     * @throws io.twohop.config.ConfigException if the template has another kind or width
     */
    abstract Slot slot(Template template);

    /**
     * Returns the writer of those bytes.
     *
     * @param seed of random choices
     */
    abstract FieldWriter writer(Slot slot, Template template, MessageIds ids, long seed);
}
