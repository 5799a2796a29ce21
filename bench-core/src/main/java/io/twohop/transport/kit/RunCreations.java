package io.twohop.transport.kit;

import io.twohop.transport.Creation;
import io.twohop.transport.Creations;
import io.twohop.transport.RunContext;
import io.twohop.transport.Sweeper;
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

    /**
     * Records a creation, before it is made. A process that joins the run records nothing: the other process makes and deletes what both
     * use.
     */
    public void about(Creation creation) {
        if (!joins && !made.contains(creation)) {
            log.about(List.of(creation));
            made.add(creation);
        }
    }

    /** Deletes all creations of this process. One that cannot be deleted stays recorded. */
    public void delete(Sweeper sweeper) {
        try {
            Set<Creation> gone = new HashSet<>(made);
            gone.removeAll(sweeper.delete(made).keySet());
            log.gone(gone);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
