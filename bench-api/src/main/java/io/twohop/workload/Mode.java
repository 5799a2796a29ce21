package io.twohop.workload;

/** What a run looks for. */
public enum Mode {
    /** Latency at a fixed offered rate, in an open loop. */
    LATENCY,
    /** How much a transport takes and delivers in a closed loop, with a fixed number of messages in flight. */
    THROUGHPUT,
    /** The highest offered rate at which an objective is met. */
    MAX_RATE
}
