package io.twohop.transport;

import java.util.Collection;
import java.util.Map;

/** Deletes what runs made on servers that are not their own. One thread. */
public interface Sweeper extends AutoCloseable {
    /** The servers, by a name that does not depend on who asks, without secrets. */
    String place();

    /**
     * Deletes what is there of these, all of this {@link #place()}; what is not there is as good as deleted.
     *
     * @return why the others could not be deleted
     */
    Map<Creation, String> delete(Collection<Creation> creations) throws InterruptedException;

    @Override
    void close();
}
