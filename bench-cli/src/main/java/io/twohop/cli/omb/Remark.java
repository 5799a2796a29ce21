package io.twohop.cli.omb;

/**
 * How one key is treated.
 *
 * @param key in the file, with the property behind a block of properties
 * @param value in the file, or the default of an absent key
 * @param target our key; empty without one
 * @param ours our value
 * @param why empty if there is nothing to explain
 */
record Remark(String key, String value, Treatment treatment, String target, String ours, String why) {
    /** Returns our key at the top of the file, under which a written file shows the remark. */
    boolean isUnder(String topKey) {
        return target.equals(topKey) || target.startsWith(topKey + ".");
    }
}
