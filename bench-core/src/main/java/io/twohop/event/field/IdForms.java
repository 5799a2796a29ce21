package io.twohop.event.field;

/** The forms of message numbers. */
public final class IdForms {
    private IdForms() {}

    /**
     * Returns ASCII digits. A number as JSON has it begins with no zero and keeps its width; a padded one has leading zeros. Both begin
     * at a number that follows from the run, in the lower half of those that fit, so that two runs seldom use the same. The upper half is
     * room for each run alike.
     *
     * @param digits 1 to 15 for a JSON number, which Node.js and Go keep exact only up to 2^53; up to 18 for a padded one
     */
    public static IdForm decimal(MessageIds ids, int digits, boolean zeroPadded) {
        return new DecimalForm(ids.tag(), digits, zeroPadded);
    }

    /** Returns UUIDs of version 4: 36 characters in lower case; reading accepts upper case as well. */
    public static IdForm uuid(MessageIds ids) {
        return new UuidForm(ids.tag());
    }

    /** Returns 32 hexadecimal digits in lower case, as W3C trace ids have them; reading accepts upper case as well. */
    public static IdForm hex(MessageIds ids) {
        return new HexForm(ids.tag());
    }
}
