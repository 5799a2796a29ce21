package io.twohop.agents;

import io.nats.service.Discovery;
import io.nats.service.PingResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the agents of a control server. */
public final class AgentFinder {
    private static final long LISTEN_MILLIS = 1_000;
    private static final int MOST = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private AgentFinder() {}

    /** Returns all agents, each with the reason why it is not free; empty if it is. */
    public static Map<AgentInfo, Optional<String>> all(ControlOptions options) throws InterruptedException {
        try (Control control = Control.connect(options, Control.Side.BENCH, "twohop-agents")) {
            Map<AgentInfo, Optional<String>> all = new LinkedHashMap<>();
            for (AgentInfo info : all(control)) {
                all.put(info, control.refusal(Verb.LOOK, info, Question.NONE, PATIENCE));
            }
            return all;
        }
    }

    /** Returns all agents, ordered by name. */
    static List<AgentInfo> all(Control control) {
        return first(MOST, control);
    }

    /** Returns agents ordered by name, without waiting for more than are enough. */
    static List<AgentInfo> first(int enough, Control control) {
        List<AgentInfo> all = new ArrayList<>();
        for (PingResponse answer : answers(enough, control)) {
            try {
                all.add(AgentInfo.of(answer.getMetadata()));
            } catch (IllegalArgumentException e) {
                // Any holder of an agent's key can answer, with any text.
            }
        }
        all.sort(Comparator.comparing(AgentInfo::name).thenComparing(AgentInfo::id));
        return all;
    }

    private static List<PingResponse> answers(int enough, Control control) {
        try {
            return new Discovery(control.connection(), LISTEN_MILLIS, enough).ping(Agent.SERVICE);
        } catch (IllegalArgumentException e) {
            // The client throws this when the server reports that there are no agents.
            return List.of();
        }
    }
}
