package io.twohop.transport.tcp;

import io.twohop.config.Help;
import io.twohop.config.Values;
import java.util.Objects;

/** The keys of a tcp transport file. */
public record TcpConfig(
        @Help(
                "how consumers wait for a message: block in the kernel, or spin, reading again and again; block by default")
        Reads reads,

        @Help("kind of sockets: tcp over the loopback device, or unix domain; tcp by default")
        Family sockets,

        @Help("number of consumers per hop, which share its messages; 1 to 64, 1 by default")
        Integer consumers) {
    private static final int MAX_CONSUMERS = 64;

    /** The way in which a consumer waits for a message. */
    public enum Reads {
        /** The consumer sleeps in the kernel until a message arrives. */
        BLOCK,
        /** The consumer reads repeatedly without waiting. */
        SPIN
    }

    /** The kind of sockets. */
    public enum Family {
        TCP,
        UNIX
    }

    public TcpConfig {
        reads = Objects.requireNonNullElse(reads, Reads.BLOCK);
        sockets = Objects.requireNonNullElse(sockets, Family.TCP);
        consumers = Values.within("consumers", consumers, 1, MAX_CONSUMERS);
    }
}
