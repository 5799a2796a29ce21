package io.twohop.transport;

import java.util.Collection;
import java.util.Map;

/** Deletes what runs created on servers that they did not start. One thread. */
public interface Sweeper extends AutoCloseable {
    /** Name of the servers, the same for every client and without secrets. */
    String place();

    /**
     * Deletes creations, all of this {@link #place()}; those that do not exist count as deleted.
     *
     * @return the reasons of the others
     */
    Map<Creation, String> delete(Collection<Creation> creations) throws InterruptedException;

    @Override
    void close();
}
