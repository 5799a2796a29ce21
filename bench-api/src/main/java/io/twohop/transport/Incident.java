package io.twohop.transport;

import io.twohop.config.Secrets;

/**
 * Something that happened to a transport during a run.
 *
 * @param text what, and how often
 * @param remedy what to do about it
 * @param invalidates whether the numbers cannot be used because of it
 */
public record Incident(String text, String remedy, boolean invalidates) {
    public Incident {
        // Often a client's own words, which may quote an address with its password.
        text = Secrets.redact(text);
    }
}
