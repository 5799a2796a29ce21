package io.twohop.finding;

/** Subject of a finding. Each has a section in docs/troubleshooting.md. */
public enum Kind {
    /** The offered rate and how much of it was achieved. */
    RATE,

    /** Messages that are missing, repeated, out of order or changed. */
    MESSAGES,

    /** The objective, and the samples that it is judged by. */
    OBJECTIVE,

    /** The machine that measured. */
    MACHINE,

    /** Arrivals from a file. */
    ARRIVALS,

    /** Warm-up, the floor and the number of forks. */
    WARM_UP,

    /** The broker, its client, or the transport. */
    TRANSPORT,

    /** Several machines that measured together. */
    AGENTS,

    /** The user's service. */
    SERVICE,

    /** The processes of a run, and how they ended. */
    PROCESS
}
