package io.twohop.registry;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.published.Publication;
import io.twohop.workload.AllowedCpus;
import io.twohop.workload.Keys;
import io.twohop.workload.Workload;

/** Reads workloads. */
public final class WorkloadFile {
    private WorkloadFile() {}

    /**
     * Returns the workload of a document, with the files that it sends. A file of arrivals is read whole.
     *
     * @throws ConfigException with the place in the document, also for a name that is not on the class path, and for a service
     *     that takes other events
     */
    public static Workload read(YamlDocument document) {
        OtherFormats.refuseWorkload(document);
        Workload workload = Workload.read(document);
        try {
            workload = Events.found(workload, document);
            ServiceInput.check(workload, Providers.service(workload.service().name()));
            if (!workload.get(Keys.PUBLISHED).isEmpty()) {
                Publication.of(workload.get(Keys.PUBLISHED));
            }
            AllowedCpus.check(workload.get(Keys.AFFINITY));
            return workload.arrivals().isReplay() ? ReplayFile.read(workload, document.sourceName()) : workload;
        } catch (ConfigException e) {
            throw document.located(e);
        }
    }
}
