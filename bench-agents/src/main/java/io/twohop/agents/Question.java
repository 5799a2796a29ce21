package io.twohop.agents;

/**
 * What goes with a {@link Verb}; each verb uses some of it.
 *
 * @param call of the bench that asks
 * @param by whom, for others to read
 * @param plan the key of the agent's part
 * @param nanos when the run begins, by the agent's clock
 */
record Question(String call, String by, String plan, long nanos) {
    static Question of(String call) {
        return new Question(call, null, null, 0);
    }

    static Question claim(String call, String by) {
        return new Question(call, by, null, 0);
    }

    static Question begin(String call, String plan) {
        return new Question(call, null, plan, 0);
    }

    static Question start(String call, long nanos) {
        return new Question(call, null, null, nanos);
    }
}
