package io.twohop.agents;

/**
 * What an agent answers.
 *
 * @param refused why it does not; null where it does
 * @param nanos its clock, where it was asked for that
 * @param clocks of its machine, where it was asked for those; else null
 */
record Answer(String refused, long nanos, MachineClocks clocks) {
    static final Answer DONE = new Answer(null, 0, null);

    static Answer refused(String why) {
        return new Answer(why, 0, null);
    }

    static Answer time(long nanos) {
        return new Answer(null, nanos, null);
    }

    static Answer clocks(MachineClocks clocks) {
        return new Answer(null, 0, clocks);
    }
}
