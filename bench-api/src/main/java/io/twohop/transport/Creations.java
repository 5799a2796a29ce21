package io.twohop.transport;

import java.util.Collection;

/**
 * Log of what a transport creates on servers that the run did not start, so that it can be deleted however the run
 * ends. Any thread.
 */
public interface Creations {
    /** A log for servers that end with the run: it records nothing. */
    Creations NONE = new Creations() {
        @Override
        public void about(Collection<Creation> creations) {}

        @Override
        public void gone(Collection<Creation> creations) {}

        @Override
        public void keep() {}
    };

    /**
     * Records creations before they are made; they are on disk when this returns.
     *
     * @throws TransportException if they cannot be recorded: then they must not be made
     */
    void about(Collection<Creation> creations);

    /** Records that creations are deleted. */
    void gone(Collection<Creation> creations);

    /** Keeps all entries from now on: a client that could not be closed may create them again. */
    void keep();
}
