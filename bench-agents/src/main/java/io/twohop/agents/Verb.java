package io.twohop.agents;

import java.util.Locale;

/** What a coordinator asks of an agent; each is a subject of the agent's own, and may be asked again. */
enum Verb {
    /** Whether it is free. */
    LOOK,
    /** To work for a call of the bench, and for no other until it is released. */
    CLAIM,
    /** To start its part of a fork. */
    BEGIN,
    /** For its clock. */
    TIME,
    /** For its clock beside its machine's wall clock, and what is known of that. */
    CLOCKS,
    /** When the run begins. */
    START,
    /** What faults were done to others. */
    FAULTS,
    /** That no other needs its part any more. */
    FINISH,
    /** To end its part at once. */
    ABORT,
    /** To wait for others again. */
    RELEASE;

    private static final String AGENTS = "twohop.agent.";

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    String subject(String agent) {
        return AGENTS + agent + "." + key();
    }
}
