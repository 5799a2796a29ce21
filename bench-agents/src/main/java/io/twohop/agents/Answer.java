package io.twohop.agents;

/**
 * What an agent answers.
 *
 * @param refused why it does not; null where it does
 * @param nanos its clock, where it was asked for that
 */
record Answer(String refused, long nanos) {
    static final Answer DONE = new Answer(null, 0);

    static Answer refused(String why) {
        return new Answer(why, 0);
    }
}
