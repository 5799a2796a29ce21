package io.twohop.transport;

import io.twohop.workload.Correlation;
import java.util.Arrays;

/**
 * A part beside the payload in which a request's number travels to a deployed service and back. The publishing thread writes its bytes
 * in place before each publish.
 *
 * @param name of the header; the start of the subject that replies go to for {@link Part#INBOX}; empty for a key
 * @param value overwritten for each message, of constant length
 */
public record Mark(Part part, String name, byte[] value) {
    /** The parts that can carry a number. */
    public enum Part {
        /** The payload itself: no mark beside it. */
        FIELD,
        /** The message's key. */
        KEY,
        /** A header. */
        HEADER,
        /** The subject to which the service is to reply. */
        INBOX;

        /** Returns the part by which replies are matched. */
        public static Part of(Correlation correlation) {
            if (correlation.usesInbox()) {
                return INBOX;
            }
            if (correlation.usesKey()) {
                return KEY;
            }
            return correlation.header() == null ? FIELD : HEADER;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Mark mark
                && part == mark.part
                && name.equals(mark.name)
                && Arrays.equals(value, mark.value);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + part.hashCode();
    }

    @Override
    public String toString() {
        return part + (name.isEmpty() ? "" : " " + name);
    }
}
