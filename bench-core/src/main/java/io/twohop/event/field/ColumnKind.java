package io.twohop.event.field;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import java.nio.ByteBuffer;

/** The values of a CSV file's column in turn, by the message's number. */
final class ColumnKind extends FieldKind {
    private final ColumnValues values;

    ColumnKind(ColumnValues values) {
        this.values = values;
    }

    @Override
    Slot slot(Template template) {
        int width = template.text().length();
        if (width != values.width()) {
            throw template.refused(Texts.format(
                    "a text of %d bytes, as the values of column %s in %s have; this one has %d",
                    values.width(), values.name(), values.file().getFileName(), width));
        }
        for (int value = 0; value < values.count(); value++) {
            if (!ChoiceKind.fits(values.text(value), template)) {
                throw ConfigException.inFile(
                        values.file(),
                        values.lines()[value],
                        values.name(),
                        values.text(value),
                        (template.isString() ? "a text without quotes, backslashes and control characters" : "a number")
                                + ", which can replace " + template.text() + " in " + template.sample());
            }
        }
        return new Slot(ChoiceKind.form(template), 0, width);
    }

    @Override
    FieldWriter writer(Slot slot, Template template, MessageIds ids, long seed) {
        return new InTurn(values.bytes(), values.width(), values.count());
    }

    private record InTurn(byte[] bytes, int width, int count) implements FieldWriter {
        /** The first message of the run has the first value. */
        @Override
        public void write(long n, long wallNanos, ByteBuffer out, int at) {
            int value = (int) Math.floorMod(n - MessageIds.CANARIES, (long) count);
            out.put(at, bytes, value * width, width);
        }
    }
}
