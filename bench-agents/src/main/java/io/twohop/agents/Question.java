package io.twohop.agents;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.Protocol;

/**
 * The content of a request; each {@link Verb} uses some of it.
 *
 * @param call of the bench that asks; {@code null} if any may
 * @param by the caller, for people to read
 * @param plan the {@link PartPlan} of the agent, which checks it before it binds it
 * @param message for the agent's part
 */
record Question(String call, String by, JsonNode plan, ParentMessage message) {
    /** A question that any call may ask. */
    static final Question NONE = of(null);

    static Question of(String call) {
        return new Question(call, null, null, null);
    }

    static Question claim(String call, String by) {
        return new Question(call, by, null, null);
    }

    static Question begin(String call, PartPlan plan) {
        return new Question(call, null, Protocol.JSON.valueToTree(plan), null);
    }

    static Question tell(String call, ParentMessage message) {
        return new Question(call, null, null, message);
    }
}
