package io.twohop.agents;

import java.util.Locale;

/** What an agent may do in a run. */
public enum AgentRole {
    /** Generators, and the sinks of the same messages. */
    LOAD,
    /** Consumes, calls the service and republishes. */
    SERVICE;

    /** As users write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
