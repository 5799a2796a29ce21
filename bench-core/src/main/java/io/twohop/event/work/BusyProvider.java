package io.twohop.event.work;

import io.twohop.event.Microservice;
import io.twohop.event.WorkingService;
import io.twohop.workload.ServiceOptions;
import java.util.Optional;
import org.agrona.concurrent.SystemNanoClock;

/** The service {@code busy}. */
public final class BusyProvider implements WorkingService {
    private static final long NOTHING_DRAWN = 0;

    @Override
    public String name() {
        return ServiceOptions.BUSY;
    }

    @Override
    public String description() {
        return "computes for a time: {name: busy, work: 20us}, or distribution: lognormal(20us, 1.0)";
    }

    @Override
    public Microservice<?, ?> service(ServiceOptions options, int instance) {
        long seed = Optional.ofNullable(options.seed()).orElse(NOTHING_DRAWN);
        return new Busy(SystemNanoClock.INSTANCE, DrawnTimes.of(options.time(), Seeds.of(seed, instance)));
    }
}
