package io.twohop.event.field;

/**
 * The bytes of a field that are overwritten.
 *
 * @param form what they are, such as {@code a number of 9 digits}; the same in all samples
 * @param skip bytes of the field before them
 * @param width number of bytes
 */
record Slot(String form, int skip, int width) {}
