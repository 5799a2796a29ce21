package io.twohop.transport.aeron;

import io.twohop.transport.RunContext;
import io.twohop.transport.aeron.driver.DriverPlan;
import io.twohop.transport.aeron.driver.DriverPlan.ArchivePlan;
import java.nio.file.Path;

/** How the driver of a run of its own is started. */
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

    /** A core for each agent, or two where there are too few, or one; and one for everything else. */
    static int freeCores(int cores, int agents) {
        int used = agents < cores ? agents : Math.min(2, cores - 1);
        return Math.max(0, cores - used - 1);
    }

    private static ArchivePlan archive(AeronConfig config, RunContext context) {
        return config.media().mode() == AeronConfig.Mode.ARCHIVE
                ? new ArchivePlan(
                        recordings(config, context).toString(),
                        config.media().syncLevel(),
                        config.segmentBytes(Terms.bytes(config, context)))
                : null;
    }

    /** Where recordings are kept: a directory of this run's own, wherever the user wants it. */
    static Path recordings(AeronConfig config, RunContext context) {
        return config.media().path() == null
                ? context.dataDirectory().resolve("archive")
                : Path.of(config.media().path()).resolve(context.runId());
    }
}
