package io.twohop.agents;

/** An agent that works for this call, with its last sign of life. Any thread. */
final class Member {
    private final int number;
    private final AgentInfo info;
    private final AgentRole role;
    private final Lease lease = new Lease();
    private volatile Beat last = Beat.waiting(null, 0);

    /** @param number the agent's, from 1 within the call */
    Member(int number, AgentInfo info, AgentRole role) {
        this.number = number;
        this.info = info;
        this.role = role;
    }

    int number() {
        return number;
    }

    AgentInfo info() {
        return info;
    }

    AgentRole role() {
        return role;
    }

    /** Returns the agent's name in results and messages. */
    String title() {
        return "agent-" + number + " (" + info.name() + ", " + role.key() + ")";
    }

    void hear(Beat beat) {
        last = beat;
        lease.renew();
    }

    /** Takes an answered question as a sign of life. */
    void renew() {
        lease.renew();
    }

    boolean isLost() {
        return lease.isOver();
    }

    /** Returns the last beat of an attempt; of one that the agent has not begun, a waiting beat. */
    Beat of(int attempt) {
        Beat said = last;
        return said.attempt() == attempt ? said : Beat.waiting(info.id(), attempt);
    }
}
