package io.twohop.agents;

import java.util.Locale;

/** A request of a coordinator to an agent, with a subject of the agent's own; repeating a request does no harm. */
enum Verb {
    /** Asks whether the agent is free. */
    LOOK,
    /** Claims the agent for a call of the bench until its release. */
    CLAIM,
    /** Begins the agent's part of a fork. */
    BEGIN,
    /** Asks for the agent's {@link System#nanoTime}. */
    TIME,
    /** Asks for the clocks of the agent's machine. */
    CLOCKS,
    /** Hands the agent's part a message. */
    TELL,
    /** Ends the agent's part at once. */
    ABORT,
    /** Ends the claim. */
    RELEASE;

    private static final String AGENTS = "twohop.agent.";

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    String subject(String agent) {
        return AGENTS + agent + "." + key();
    }
}
