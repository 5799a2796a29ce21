package io.twohop.agents;

import io.twohop.fault.Injection;
import java.util.List;
import java.util.Objects;

/**
 * The sign of life that an agent sends each second while it is claimed, and whenever its phase changes.
 *
 * @param agent id of the sender
 * @param attempt number of the fork that it works on; 0 before the first
 * @param phase progress of its part
 * @param detail why its part failed or was broken off; {@code null} otherwise
 * @param address of a server that its part started; {@code null} for none
 * @param atSeconds time since measuring began; negative in warm-up
 * @param sent messages sent in the last second
 * @param completed messages completed in the last second
 * @param faults done to its part so far, in nanoseconds since measuring began
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
    /** @throws NullPointerException without a phase or faults: any holder of an agent's key can send any frame */
    Beat {
        Objects.requireNonNull(phase, "phase");
        faults = List.copyOf(faults);
    }

    private static final String CALLS = "twohop.call.";

    /** Progress of an agent's part. */
    enum Phase {
        /** The agent is claimed and has no part yet. */
        WAITING,
        /** The part connects. */
        CONNECTING,
        /** The part is connected and waits for the others. */
        CONNECTED,
        /** The part measures or serves. */
        WORKING,
        /** The part has measured everything; its channels are still open. */
        MEASURED,
        /** The part has ended, and its files are in the store. */
        ENDED,
        /** The part could not begin, or its files could not be stored. */
        FAILED;

        /** Returns whether nothing of the part runs any more. */
        boolean isOver() {
            return this == ENDED || this == FAILED;
        }
    }

    /** Returns the beat of an agent that has no part of the attempt yet. */
    static Beat waiting(String agent, int attempt) {
        return new Beat(agent, attempt, Phase.WAITING, null, null, 0, 0, 0, List.of());
    }

    /** Returns the subject on which a call receives its agents' beats. */
    static String subject(String call) {
        return CALLS + call + ".beat";
    }
}
