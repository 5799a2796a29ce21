package io.twohop.workload;

/** The question that a run answers. */
public enum Mode {
    /** Latency at a fixed offered rate, in an open loop. */
    LATENCY,
    /** Throughput of a transport in a closed loop, with a fixed number of messages in flight. */
    THROUGHPUT,
    /** The highest offered rate at which an objective is met. */
    MAX_RATE
}
