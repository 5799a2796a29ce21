package io.twohop.result;

import java.util.Optional;

/**
 * The part of one agent in a fork that several measured together.
 *
 * @param agent its number among the call's agents, from 1
 * @param name given by its user
 * @param role that it had: {@code load} or {@code service}
 * @param load measurements of the messages that it sent; null for a service, and for a load without a report
 * @param taken requests that a service received, duplicates included; null for a load, and for a service that did not end in time
 */
public record Part(int agent, String name, String role, Fork load, Long taken) {
    /** Returns what it measured; empty for a service, and for a load without a report. */
    public Optional<Fork> measured() {
        return Optional.ofNullable(load);
    }

    /** Returns the requests that a service received; empty for a load, and for a service that did not end in time. */
    public Optional<Long> requests() {
        return Optional.ofNullable(taken);
    }

    /** Returns its title in results and messages. */
    public String title() {
        return "agent-" + agent + " (" + name + ", " + role + ")";
    }

    /** Returns the suffix of its files. */
    public String suffix() {
        return "-agent-" + agent;
    }
}
