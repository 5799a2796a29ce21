package io.twohop.result;

/**
 * What one agent did in a fork that several measured together.
 *
 * @param agent its number among the call's agents, from 1
 * @param name as its user calls it
 * @param role that it had: {@code load} or {@code service}
 * @param load what it measured of the messages that it sent; null of a service, and of a load that handed over nothing
 * @param taken requests that a service took, each as often as it came; null of a load, and of a service that did not end in time
 */
public record Part(int agent, String name, String role, Fork load, Long taken) {
    /** Its title in results and refusals. */
    public String title() {
        return "agent-" + agent + " (" + name + ", " + role + ")";
    }

    /** The suffix of its files. */
    public String suffix() {
        return "-agent-" + agent;
    }
}
