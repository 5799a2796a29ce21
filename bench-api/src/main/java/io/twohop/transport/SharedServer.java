package io.twohop.transport;

import java.util.List;
import java.util.Set;

/** A transport's server that was started by itself, for several runs one after the other. */
public interface SharedServer extends AutoCloseable {
    /** Where nobody else reaches it. */
    String LOOPBACK = "127.0.0.1";

    /** Where it is reached, in the form that the transport's own {@link TransportProvider#open} understands. */
    String address();

    /** The keys of the transport file that it was started by: no run that uses it can change them. */
    Set<String> keys();

    /** Its processes, for faults. */
    List<? extends ProcessTarget> nodes();

    /** Ends it, and all it kept. */
    @Override
    void close();
}
