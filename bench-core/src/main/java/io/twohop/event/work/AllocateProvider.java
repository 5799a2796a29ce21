package io.twohop.event.work;

import io.twohop.event.Microservice;
import io.twohop.event.WorkingService;
import io.twohop.workload.ServiceOptions;

/** The service {@code allocate}. */
public final class AllocateProvider implements WorkingService {
    @Override
    public String name() {
        return ServiceOptions.ALLOCATE;
    }

    @Override
    public String description() {
        return "allocates for each message, and keeps the last 1,024: {name: allocate, bytes: 2KiB}";
    }

    @Override
    public Microservice<?, ?> service(ServiceOptions options, int instance) {
        return new Allocate(options.bytes().bytes());
    }
}
