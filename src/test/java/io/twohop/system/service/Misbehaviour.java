package io.twohop.system.service;

import java.util.Arrays;
import java.util.Locale;

/** Ways in which a service departs from one that answers each request once, in order, with the request's id, key and headers. */
public enum Misbehaviour {
    /** Leaves the request without an answer. */
    DROP,
    /** Answers twice with the same bytes. */
    TWICE,
    /** Holds the answer back until the next request is answered. */
    SWAP,
    /** Answers later, without delaying other answers. */
    LATE,
    /** Answers with the id as a JSON string, where the request has a number. */
    TEXT_ID,
    /** Surrounds the id by white space that JSON allows. */
    SPACED_ID,
    /** Answers with the id as a JSON string that begins and ends with a blank. */
    PADDED_ID,
    /** Puts a field of the same name into an object before the id. */
    DECOY_ID,
    /** Answers without the id. */
    NO_ID,
    /** Answers with the previous request's id. Key and headers stay those of this request. */
    OTHER_ID,
    /** Answers with a new trace id. */
    NEW_TRACE,
    /** Answers without key and headers. */
    NO_HEADERS,
    /**
     * Answers a request of another sender too, with another trace id and other header values. A numeric id differs in its second digit, so
     * that no request of a short run has it.
     */
    FOREIGN,
    /** Answers with the headers by which NATS services report an error. */
    ERROR,
    /** Answers with one reply less than usual. */
    FEWER;

    /** Returns the name in options and counts, such as {@code text-id}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Misbehaviour named(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(label + " (expected: one of "
                        + Arrays.stream(values()).map(Misbehaviour::label).toList() + ")"));
    }
}
