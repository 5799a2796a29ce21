package io.twohop.registry;

import io.twohop.event.Microservice;
import io.twohop.event.ServiceProvider;

/** A service given by its class. Each thread gets an instance of its own. */
@SuppressWarnings("rawtypes")
record ClassService(Class<? extends Microservice> type) implements ServiceProvider {
    @Override
    public String name() {
        return type.getName();
    }

    @Override
    public String description() {
        return "";
    }

    @Override
    public Microservice<?, ?> service() {
        return Providers.newInstance("service", type);
    }
}
