package io.twohop.transport.kit;

/** Owner of the measured servers. */
public enum Broker {
    /** Servers that the run starts on this machine and ends. */
    EMBEDDED,
    /** Servers that run already; the run creates and deletes its own topics or streams there. */
    EXTERNAL
}
