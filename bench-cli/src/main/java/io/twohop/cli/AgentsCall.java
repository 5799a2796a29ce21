package io.twohop.cli;

import io.twohop.agents.AgentsSession;
import io.twohop.agents.AgentsWanted;
import io.twohop.agents.ControlOptions;
import io.twohop.agents.LocalAgents;
import io.twohop.launch.Place;
import java.io.IOException;
import java.time.Duration;

/** A call of the bench that is measured by agents. */
final class AgentsCall {
    private final AgentsWanted wanted;
    private final ControlMixin control;
    private final Duration patience;
    private final boolean controlIsBroker;

    /**
     * @param patience how long to wait until enough of them are free
     * @param controlIsBroker whether the control server may be the broker under test as well
     */
    AgentsCall(AgentsWanted wanted, ControlMixin control, Duration patience, boolean controlIsBroker) {
        this.wanted = wanted;
        this.control = control;
        this.patience = patience;
        this.controlIsBroker = controlIsBroker;
    }

    /** What is done with them. */
    interface Work {
        int at(Place place) throws IOException, InterruptedException;
    }

    /** Claims them, and releases them afterwards. */
    int during(Work work) throws IOException, InterruptedException {
        if (!wanted.local()) {
            return during(work, control.options());
        }
        try (LocalAgents local = new LocalAgents(wanted, Main.class.getName())) {
            return during(work, local.options());
        }
    }

    private int during(Work work, ControlOptions options) throws IOException, InterruptedException {
        try (AgentsSession session = AgentsSession.open(wanted, options, System.getProperty("user.name"), patience)) {
            session.lines().forEach(System.err::println);
            return work.at(session.place(controlIsBroker));
        }
    }
}
