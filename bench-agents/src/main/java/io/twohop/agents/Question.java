package io.twohop.agents;

import io.twohop.engine.protocol.Start;
import io.twohop.fault.Injection;
import java.util.List;

/**
 * What goes with a {@link Verb}; each verb uses some of it.
 *
 * @param call of the bench that asks
 * @param by whom, for others to read
 * @param plan the key of the agent's part
 * @param start of the run
 * @param faults that were done so far, by time since measuring began
 */
record Question(String call, String by, String plan, Start start, List<Injection> faults) {
    static Question of(String call) {
        return new Question(call, null, null, null, null);
    }

    static Question claim(String call, String by) {
        return new Question(call, by, null, null, null);
    }

    static Question begin(String call, String plan) {
        return new Question(call, null, plan, null, null);
    }

    static Question start(String call, Start start) {
        return new Question(call, null, null, start, null);
    }

    static Question faults(String call, List<Injection> done) {
        return new Question(call, null, null, null, done);
    }
}
