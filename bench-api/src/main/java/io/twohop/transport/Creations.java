package io.twohop.transport;

import java.util.Collection;

/**
 * Where a transport writes down what it makes on servers that are not the run's own, so that it can be deleted however the
 * run ends. Any thread.
 */
public interface Creations {
    /** For servers that end with the run. */
    Creations NONE = new Creations() {
        @Override
        public void about(Collection<Creation> creations) {}

        @Override
        public void gone(Collection<Creation> creations) {}

        @Override
        public void keep() {}
    };

    /**
     * Before they are made. They are on the disk when this returns.
     *
     * @throws TransportException where they cannot be written down: then they must not be made
     */
    void about(Collection<Creation> creations);

    /** Once they are deleted. */
    void gone(Collection<Creation> creations);

    /** From now on nothing counts as gone: clients that could not be closed may make it again. */
    void keep();
}
