package io.twohop.launch;

import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.event.Microservice;
import io.twohop.event.ServiceProvider;
import io.twohop.fault.FaultTargets;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Where measurements are made. */
public abstract class Place {
    /**
     * Makes a measurement ready.
     *
     * @param number the fork's, from 1
     * @param progress notified as it goes on
     */
    public abstract Attempt attempt(int number, RunPlan plan, RunListener progress);

    /**
     * A fork's plan as it is measured there.
     *
     * @param number the fork's, from 1
     */
    public RunPlan ofFork(int number, RunPlan plan) {
        return plan;
    }

    /** A plan with every name resolved, as it will be there. */
    public Measurement measurement(RunPlan plan) {
        return Measurement.of(plan);
    }

    /** Refuses what cannot be measured there, before anything is started. */
    public void check(RunPlan plan, Measurement measurement) {}

    /** What faults could be done to there, by name; a list of the caller's own. */
    public List<String> faultTargets(Scenario scenario, TransportFile transport) {
        List<String> names = new ArrayList<>(
                transport.server() == null ? transport.configured().faultTargets() : List.of());
        if (scenario.service().process()) {
            names.add(FaultTargets.SERVICE);
        }
        return names;
    }

    /**
     * In fresh JVMs, one for each fork.
     *
     * @param limits on a JVM that says nothing
     */
    public static Place forked(ForkedRun.Patience limits) {
        return new Place() {
            @Override
            public Attempt attempt(int number, RunPlan plan, RunListener progress) {
                return new ForkedRun(number, plan, limits, progress);
            }

            @Override
            public void check(RunPlan plan, Measurement measurement) {
                LibraryConflict.check(
                        measurement.transport().provider(),
                        Providers.codec(plan.transport().common().codec()));
            }
        };
    }

    /**
     * In this JVM, with whatever else goes on in it.
     *
     * @param services makes the service for each thread that needs one; null for the workload's by name
     */
    public static Place here(Supplier<? extends Microservice<?, ?>> services) {
        return new Place() {
            @Override
            public Attempt attempt(int number, RunPlan plan, RunListener progress) {
                return new InProcessRun(number, plan, measurement(plan), progress);
            }

            @Override
            public Measurement measurement(RunPlan plan) {
                ServiceProvider service = services == null
                        ? Providers.service(plan.scenario().service().name())
                        : new Given(services);
                return Measurement.of(plan, service);
            }

            @Override
            public void check(RunPlan plan, Measurement measurement) {
                InProcessRun.check(plan, measurement);
            }
        };
    }

    /** A service that has no name. */
    private record Given(Supplier<? extends Microservice<?, ?>> services) implements ServiceProvider {
        @Override
        public String name() {
            return "given";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public Microservice<?, ?> service() {
            return services.get();
        }
    }
}
