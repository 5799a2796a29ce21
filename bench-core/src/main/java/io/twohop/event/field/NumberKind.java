package io.twohop.event.field;

/** Message numbers in digits: all digits of a JSON number, or the last digits of a string. */
final class NumberKind extends FieldKind {
    @Override
    Slot slot(Template template) {
        return digits(template, DecimalForm.MOST_DIGITS);
    }

    /**
     * Returns the digits of a template.
     *
     * @param most digits of a JSON number
     */
    static Slot digits(Template template, int most) {
        if (!template.isString()) {
            if (!template.isDigits() || template.text().length() > most) {
                throw template.refused(
                        "a whole number of 1 to " + most + " digits without a sign; more fit into a string");
            }
            int digits = template.text().length();
            return new Slot("a number of " + digits + " digits", 0, digits);
        }
        int start = template.lastDigits();
        // The last digits of é written as an escape are no digits.
        if (start < 0 || template.text().indexOf('\\') >= 0) {
            throw template.refused("a string with digits and without escapes, such as ORD-000123");
        }
        int end = template.lastDigitsEnd();
        int digits = Math.min(end - start, DecimalForm.MOST_PADDED_DIGITS);
        return new Slot("a string whose last digits are " + digits, end - digits, digits);
    }

    @Override
    FieldWriter writer(Slot slot, Template template, MessageIds ids, long seed) {
        return new IdWriter(IdForms.decimal(ids, slot.width(), template.isString()));
    }
}
