package io.twohop.transport;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** A server that was started for several runs. */
public interface SharedServer extends AutoCloseable {
    /** The address that only this machine reaches. */
    String LOOPBACK = "127.0.0.1";

    /** The address, as a client takes it: bootstrap servers, or URLs. */
    String address();

    /** The address, as the transport's {@link TransportProvider#open} takes it; it may carry a password. */
    default String access() {
        return address();
    }

    /** Properties with which any client connects, under the client's own names: the address, and the user that the server lets in. */
    default Map<String, String> clientProperties() {
        return Map.of();
    }

    /** Creates a topic for clients other than runs; it goes with the server. */
    default void createTopic(String topic, int partitions) throws InterruptedException {
        throw new UnsupportedOperationException("this server has no topics that need to be created");
    }

    /** Keys of the transport file that configure the server: runs on it cannot change them. */
    Set<String> keys();

    /** Processes of the server, for faults. */
    List<? extends ProcessTarget> nodes();

    /** Ends the server and deletes its data. */
    @Override
    void close();
}
