package io.twohop.agents;

import java.util.Locale;

/** What an agent may do in a run. */
public enum AgentRole {
    /** Generators, and the sinks of the same messages. */
    LOAD,
    /** Consumes, calls the service and republishes. */
    SERVICE,
    /** Starts the broker that a run would start itself, for the others to reach. */
    SERVER;

    /** As users write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
