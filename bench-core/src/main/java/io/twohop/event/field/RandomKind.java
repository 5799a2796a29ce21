package io.twohop.event.field;

import io.twohop.config.Texts;
import io.twohop.workload.FieldValue;
import java.nio.ByteBuffer;

/** Random whole numbers, with leading zeros in strings. */
final class RandomKind extends FieldKind {
    private final FieldValue.Random range;

    RandomKind(FieldValue.Random range) {
        this.range = range;
    }

    @Override
    Slot slot(Template template) {
        Slot slot = NumberKind.digits(template, DecimalForm.MOST_PADDED_DIGITS);
        int digits = slot.width();
        long least = template.isString() || digits == 1 ? 0 : Decimals.power(digits - 1);
        long most = Decimals.power(digits) - 1;
        if (range.from() < least || range.to() > most) {
            throw template.refused(Texts.format(
                    "digits for each number from %d to %d; these take %d to %d",
                    range.from(), range.to(), least, most));
        }
        return slot;
    }

    @Override
    FieldWriter writer(Slot slot, Template template, MessageIds ids, long seed) {
        return new Random(range.from(), range.to() - range.from() + 1, slot.width(), seed);
    }

    private record Random(long from, long count, int digits, long seed) implements FieldWriter {
        @Override
        public void write(long n, long wallNanos, ByteBuffer out, int at) {
            Decimals.write(from + Mix.choice(seed, n, count), digits, out, at);
        }
    }
}
