package io.twohop.workload;

/** What a run looks for. */
public enum Mode {
    /** Latency at a fixed offered rate, in an open loop. */
    LATENCY
}
