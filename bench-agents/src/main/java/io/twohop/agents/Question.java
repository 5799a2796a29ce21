package io.twohop.agents;

import io.twohop.engine.protocol.ParentMessage;

/**
 * The content of a request; each {@link Verb} uses some of it.
 *
 * @param call of the bench that asks; {@code null} if any may
 * @param by the caller, for people to read
 * @param plan the key of the agent's part
 * @param message for the agent's part
 */
record Question(String call, String by, String plan, ParentMessage message) {
    /** A question that any call may ask. */
    static final Question NONE = of(null);

    static Question of(String call) {
        return new Question(call, null, null, null);
    }

    static Question claim(String call, String by) {
        return new Question(call, by, null, null);
    }

    static Question begin(String call, String plan) {
        return new Question(call, null, plan, null);
    }

    static Question tell(String call, ParentMessage message) {
        return new Question(call, null, null, message);
    }
}
