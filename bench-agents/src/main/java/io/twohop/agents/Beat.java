package io.twohop.agents;

import io.twohop.fault.Injection;
import java.util.List;

/**
 * The small message that an agent sends each second while it is claimed, and whenever its phase changes.
 *
 * @param agent that sends it
 * @param attempt whose part it works on; 0 before the first
 * @param phase how far it is
 * @param detail why it failed, or what broke its part off; else null
 * @param address of a server that its part started; null for none
 * @param atSeconds since measuring began; negative in warm-up
 * @param sent messages in the last second
 * @param completed messages in the last second
 * @param faults that were done to its part so far, by time since measuring began
 */
record Beat(
        String agent,
        int attempt,
        Phase phase,
        String detail,
        String address,
        double atSeconds,
        long sent,
        long completed,
        List<Injection> faults) {
    private static final String CALLS = "twohop.call.";

    /** How far an agent is. */
    enum Phase {
        /** Claimed, and without a part. */
        WAITING,
        /** Its part connects. */
        CONNECTING,
        /** Its part is connected and waits for the others. */
        CONNECTED,
        /** Its part is at work. */
        WORKING,
        /** Its part has measured all; its channels are still there. */
        MEASURED,
        /** Its part has ended, and what it left is in the store. */
        ENDED,
        /** Its part could not be made, or what it left could not be stored. */
        FAILED
    }

    /** Of one that has no part of the attempt yet. */
    static Beat waiting(String agent, int attempt) {
        return new Beat(agent, attempt, Phase.WAITING, null, null, 0, 0, 0, List.of());
    }

    /** Where a call of the bench hears them. */
    static String subject(String call) {
        return CALLS + call + ".beat";
    }
}
