package io.twohop.agents;

/** Fewer agents are free than a call wants; another moment there may be more. */
final class TooFewAgents extends AgentsException {
    private static final long serialVersionUID = 1L;

    TooFewAgents(String message) {
        super(message);
    }
}
