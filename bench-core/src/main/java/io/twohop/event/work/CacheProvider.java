package io.twohop.event.work;

import io.twohop.event.Microservice;
import io.twohop.event.WorkingService;
import io.twohop.workload.ServiceOptions;

/** The service {@code cache}. */
public final class CacheProvider implements WorkingService {
    @Override
    public String name() {
        return ServiceOptions.CACHE;
    }

    @Override
    public String description() {
        return "keeps entries, and looks up a random one for each message: {name: cache, entries: 1M}";
    }

    @Override
    public Microservice<?, ?> service(ServiceOptions options, int instance) {
        return new Cache(Math.toIntExact(options.entries()), Seeds.of(options.seed(), instance));
    }
}
