package io.twohop.agents;

import java.util.Optional;

/**
 * An agent's answer to a {@link Question}.
 *
 * @param refused the reason of a refusal; {@code null} otherwise
 * @param nanos the agent's {@link System#nanoTime}, if it was asked for
 * @param clocks the clocks of the agent's machine, if they were asked for; {@code null} otherwise
 */
record Answer(String refused, long nanos, MachineClocks clocks) {
    static final Answer DONE = new Answer(null, 0, null);

    /** Returns the reason of a refusal; empty if the agent did what it was asked for. */
    Optional<String> refusal() {
        return Optional.ofNullable(refused).map(AgentInfo::printable);
    }

    /** Refuses; the reason is shortened, since the control server delivers no message beyond its limit. */
    static Answer refused(String why) {
        return new Answer(AgentInfo.printable(why), 0, null);
    }

    static Answer time(long nanos) {
        return new Answer(null, nanos, null);
    }

    static Answer clocks(MachineClocks clocks) {
        return new Answer(null, 0, clocks);
    }
}
