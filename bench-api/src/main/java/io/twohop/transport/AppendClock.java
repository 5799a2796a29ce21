package io.twohop.transport;

/** The owner of the clocks by which servers append messages to the logs of two channels. */
public enum AppendClock {
    /** None: the servers tell no such times. */
    NONE,

    /** Clocks of several machines. */
    SEVERAL,

    /** The clock of one other machine. */
    ELSEWHERE,

    /** This machine's clock. */
    HERE
}
