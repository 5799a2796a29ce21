package io.twohop.agents;

import java.util.Locale;

/** The part of a run that an agent may do. */
public enum AgentRole {
    /** Generates messages, and consumes the replies to them. */
    LOAD,
    /** Consumes messages, calls the service and publishes its replies. */
    SERVICE,
    /** Starts the broker that a run on one machine would start itself, where the other agents reach it. */
    SERVER;

    /** Returns the name in options and results. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
