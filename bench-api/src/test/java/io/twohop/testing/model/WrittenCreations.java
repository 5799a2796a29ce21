package io.twohop.testing.model;

import io.twohop.transport.Creation;
import io.twohop.transport.Creations;
import java.util.Collection;
import java.util.List;

/**
 * A log of creations in memory.
 *
 * @param standing what was created and is not deleted yet; the list is the test's
 */
public record WrittenCreations(List<Creation> standing) implements Creations {
    @Override
    public void about(Collection<Creation> creations) {
        standing.addAll(creations);
    }

    @Override
    public void gone(Collection<Creation> creations) {
        standing.removeAll(creations);
    }

    @Override
    public void keep() {}
}
