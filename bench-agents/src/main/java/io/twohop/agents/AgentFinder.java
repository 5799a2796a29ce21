package io.twohop.agents;

import io.nats.service.Discovery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the agents that a control server connects. */
public final class AgentFinder {
    private static final long LISTEN_MILLIS = 1_000;
    private static final int MOST = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private AgentFinder() {}

    /** All agents, and of each why it is not free; null where it is. */
    public static Map<AgentInfo, String> all(ControlOptions options) throws InterruptedException {
        try (Control control = Control.connect(options, "twohop-agents")) {
            Map<AgentInfo, String> all = new LinkedHashMap<>();
            for (AgentInfo info : all(control)) {
                Answer answer = control.ask(Verb.LOOK.subject(info.id()), Question.of(null), Answer.class, PATIENCE);
                all.put(info, answer == null ? "it does not answer" : answer.refused());
            }
            return all;
        }
    }

    /** In the order of their names. */
    static List<AgentInfo> all(Control control) {
        return first(MOST, control);
    }

    /** The same; returns at once when there are as many. */
    static List<AgentInfo> first(int enough, Control control) {
        List<AgentInfo> all = new ArrayList<>();
        try {
            new Discovery(control.connection(), LISTEN_MILLIS, enough)
                    .ping(Agent.SERVICE)
                    .forEach(answer -> all.add(AgentInfo.of(answer.getMetadata())));
        } catch (IllegalArgumentException e) {
            // What the client makes of the server's word that there are none.
        }
        all.sort(Comparator.comparing(AgentInfo::name).thenComparing(AgentInfo::id));
        return all;
    }
}
