package io.twohop.agents;

/** An agent that works for this call. */
final class Member {
    private final int number;
    private final AgentInfo info;
    private final AgentRole role;
    private final Lease lease = new Lease();
    private volatile Beat last = Beat.waiting(null, 0);

    /** @param number from 1, among the call's agents */
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

    /** As results and refusals call it. */
    String title() {
        return "agent-" + number + " (" + info.name() + ", " + role.key() + ")";
    }

    void hear(Beat beat) {
        last = beat;
        lease.renew();
    }

    /** A question that it answered is a sign of life, too. */
    void renew() {
        lease.renew();
    }

    boolean isLost() {
        return lease.isOver();
    }

    /** What it last said of an attempt; of another, nothing. */
    Beat of(int attempt) {
        Beat said = last;
        return said.attempt() == attempt ? said : Beat.waiting(info.id(), attempt);
    }
}
