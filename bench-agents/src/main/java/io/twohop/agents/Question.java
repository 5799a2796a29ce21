package io.twohop.agents;

import io.twohop.fault.Injection;
import java.util.List;

/**
 * What goes with a {@link Verb}; each verb uses some of it.
 *
 * @param call of the bench that asks
 * @param by whom, for others to read
 * @param plan the key of the agent's part
 * @param nanos when the run begins, by the agent's clock
 * @param faults that were done so far, by time since measuring began
 */
record Question(String call, String by, String plan, long nanos, List<Injection> faults) {
    static Question of(String call) {
        return new Question(call, null, null, 0, null);
    }

    static Question claim(String call, String by) {
        return new Question(call, by, null, 0, null);
    }

    static Question begin(String call, String plan) {
        return new Question(call, null, plan, 0, null);
    }

    static Question start(String call, long nanos) {
        return new Question(call, null, null, nanos, null);
    }

    static Question faults(String call, List<Injection> done) {
        return new Question(call, null, null, 0, done);
    }
}
