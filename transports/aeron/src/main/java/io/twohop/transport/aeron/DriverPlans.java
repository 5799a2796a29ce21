package io.twohop.transport.aeron;

import io.twohop.transport.RunContext;
import io.twohop.transport.aeron.driver.DriverPlan;
import io.twohop.transport.aeron.driver.DriverPlan.ArchivePlan;
import java.nio.file.Path;
import java.util.Optional;

/** Plans for a driver that the run starts. */
final class DriverPlans {
    private DriverPlans() {}

    static DriverPlan of(AeronConfig config, RunContext context) {
        return new DriverPlan(
                config.mediaDriver().threading(),
                config.mediaDriver().driverIdle(),
                config.media().mode() == AeronConfig.Mode.UDP,
                freeCores(
                        Runtime.getRuntime().availableProcessors(),
                        context.channels().producers()
                                + context.channels().hops()
                                - 1
                                + context.channels().subscribers()),
                archive(config, context),
                config.mediaDriver().driverJvm(),
                config.mediaDriver().driverProperties());
    }

    /**
     * Returns the number of cores left for the driver: each agent takes one, or all share two if there are too few; one
     * stays for everything else.
     */
    static int freeCores(int cores, int agents) {
        int used = agents < cores ? agents : Math.min(2, cores - 1);
        return Math.max(0, cores - used - 1);
    }

    private static Optional<ArchivePlan> archive(AeronConfig config, RunContext context) {
        return config.media().mode() == AeronConfig.Mode.ARCHIVE
                ? Optional.of(new ArchivePlan(
                        recordings(config, context).toString(),
                        config.media().syncLevel(),
                        config.segmentBytes(Terms.bytes(config, context))))
                : Optional.empty();
    }

    /** Returns the directory of the recordings, which belongs to the run alone. */
    static Path recordings(AeronConfig config, RunContext context) {
        return config.media().parent(context).resolve(config.media().isPrivate() ? "archive" : context.runId());
    }
}
