package io.twohop.transport.kit;

import io.twohop.transport.Creation;
import io.twohop.transport.Creations;
import io.twohop.transport.RunContext;
import io.twohop.transport.Sweeper;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Records what this process of a run creates on servers that outlive the run, and deletes it. The harness's starting thread. */
public final class RunCreations {
    private final Creations log;
    private final boolean joins;
    private final Set<Creation> made = new LinkedHashSet<>();

    /** @param external whether the servers outlive the bench as well, so that a log must tell what stands there */
    public RunCreations(RunContext context, boolean external) {
        log = external ? context.creations() : Creations.NONE;
        joins = context.joins();
    }

    /** Records a creation, as {@link #about(Collection)} does. */
    public void about(Creation creation) {
        about(List.of(creation));
    }

    /**
     * Records creations, before they are made. A process that joins the run records nothing: the other process makes and deletes what both
     * use.
     */
    public void about(Collection<Creation> creations) {
        List<Creation> unknown =
                creations.stream().filter(creation -> !made.contains(creation)).toList();
        if (!joins && !unknown.isEmpty()) {
            log.about(unknown);
            made.addAll(unknown);
        }
    }

    /** Forgets creations that the server refused to make. */
    public void refused(Collection<Creation> creations) {
        made.removeAll(creations);
        log.gone(creations);
    }

    /**
     * Deletes all creations of this process. Those that cannot be deleted stay recorded, and another call tries them again.
     *
     * @return whether all are deleted
     */
    public boolean delete(Sweeper sweeper) {
        try {
            Set<Creation> gone = new HashSet<>(made);
            gone.removeAll(sweeper.delete(made).keySet());
            made.removeAll(gone);
            log.gone(gone);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return made.isEmpty();
    }
}
