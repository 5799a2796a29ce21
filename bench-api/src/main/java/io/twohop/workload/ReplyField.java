package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Sections;

/** A field that request and reply have in common: two JSON pointers, or bytes at an offset. */
public record ReplyField(
        @Help("JSON pointer of the field in the request, one of event.fields")
        String request,

        @Help("JSON pointer of the field in the reply; the request's by default")
        String reply,

        @Help("for binary messages: the first byte of the number, in request and reply; from 0")
        Integer offset,

        @Help("for binary messages: how many bytes the number has, as decimal digits; 1 to 19")
        Integer length) {
    private static final int MOST_DIGITS = 19;
    private static final String EXPECTED_POINTER = "a JSON pointer such as /orderId";

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public ReplyField {
        boolean isBinary = Given.of("offset", offset)
                .onlyIf(first -> first >= 0, "a byte's index, from 0")
                .isPresent();
        Given.of("length", length)
                .onlyIf(isBinary, "no length without offset")
                .neededIf(isBinary, "1 to " + MOST_DIGITS)
                .onlyIf(bytes -> bytes >= 1 && bytes <= MOST_DIGITS, "1 to " + MOST_DIGITS);
        Given.of("request", request)
                .onlyIf(!isBinary, "no pointer beside offset")
                .neededIf(!isBinary, EXPECTED_POINTER)
                .onlyIf(FieldPlace::isPointer, EXPECTED_POINTER);
        Given.of("reply", reply)
                .onlyIf(!isBinary, "no pointer beside offset")
                .onlyIf(FieldPlace::isPointer, EXPECTED_POINTER);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ReplyField read(String pointer) {
        return of(Given.of("", pointer)
                .needed(FieldPlace::isPointer, EXPECTED_POINTER)
                .or(""));
    }

    /** Returns a field with the same place in request and reply. */
    public static ReplyField of(String pointer) {
        return new ReplyField(pointer, null, null, null);
    }

    public boolean isBinary() {
        return offset != null;
    }

    /** Returns the field's place in the request, as {@code event.fields} names it. */
    public String inRequest() {
        return isBinary() ? "bytes(" + offset + ".." + (offset + length - 1) + ")" : request;
    }

    /** Returns the JSON pointer of the field in the reply. */
    public String inReply() {
        return reply == null ? request : reply;
    }

    @JsonValue
    Object keys() {
        return !isBinary() && reply == null ? request : Sections.given(this);
    }
}
