package io.twohop.transport.jms.broker;

/** The storage of an embedded broker. */
public enum Journal {
    /** The broker's memory. */
    NONE,
    /** Artemis's journal, written by Java. */
    NIO,
    /** Artemis's journal, written by libaio of Linux. */
    ASYNCIO,
    /** The store of ActiveMQ Classic. */
    KAHADB
}
