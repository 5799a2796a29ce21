package io.twohop.launch;

import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.event.Microservice;
import io.twohop.event.ServiceProvider;
import io.twohop.fault.FaultTargets;
import io.twohop.machine.ControlGroups;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.transport.ProcessTarget;
import io.twohop.workload.Fault;
import io.twohop.workload.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A place where measurements are made: forks, this JVM, or agents. */
public abstract class Place {
    /**
     * Prepares a measurement.
     *
     * @param number the fork's, from 1
     * @param progress notified of the measurement's progress
     */
    public abstract Attempt attempt(int number, RunPlan plan, RunListener progress);

    /**
     * Returns a fork's plan as the place changes it.
     *
     * @param number the fork's, from 1
     */
    public RunPlan ofFork(int number, RunPlan plan) {
        return plan;
    }

    /** Resolves the names in a plan as the place will. */
    public Measurement measurement(RunPlan plan) {
        return Measurement.of(plan);
    }

    /** Refuses what cannot be measured at the place, before anything is started. */
    public void check(RunPlan plan, Measurement measurement) {}

    /** Returns the names of the possible targets of faults; the caller may modify the list. */
    public List<String> faultTargets(Scenario scenario, TransportFile transport) {
        List<String> names = new ArrayList<>(transport.configured().faultTargets());
        if (transport.server().isPresent()) {
            // The servers are not the run's, but the consumers are.
            names.retainAll(List.of(Fault.CONSUMER));
        }
        if (scenario.service().process()) {
            names.remove(Fault.CONSUMER);
            names.add(FaultTargets.SERVICE);
        }
        return names;
    }

    /** Returns this place for runs over servers of this process: a fork names each that was stopped meanwhile. */
    public final Place watching(Collection<? extends ProcessTarget> servers) {
        Place place = this;
        return new Place() {
            @Override
            public Attempt attempt(int number, RunPlan plan, RunListener progress) {
                return new WatchedAttempt(place.attempt(number, plan, progress), servers);
            }

            @Override
            public RunPlan ofFork(int number, RunPlan plan) {
                return place.ofFork(number, plan);
            }

            @Override
            public Measurement measurement(RunPlan plan) {
                return place.measurement(plan);
            }

            @Override
            public void check(RunPlan plan, Measurement measurement) {
                place.check(plan, measurement);
            }

            @Override
            public List<String> faultTargets(Scenario scenario, TransportFile transport) {
                return place.faultTargets(scenario, transport);
            }
        };
    }

    /**
     * Returns a place that measures each fork in a fresh JVM.
     *
     * @param limits on the silence of a JVM
     */
    public static Place forked(ForkedRun.Patience limits) {
        return new Place() {
            @Override
            public Attempt attempt(int number, RunPlan plan, RunListener progress) {
                return new ForkedRun(number, plan, limits, progress);
            }

            @Override
            public void check(RunPlan plan, Measurement measurement) {
                ForkClassPath.check(
                        measurement.transport().provider(),
                        Providers.codec(plan.transport().common().codec()));
                HeapLimit.check(plan.scenario().jvm(), ControlGroups.of(Path.of("/")));
            }
        };
    }

    /** Returns a place that measures in this JVM, beside its other work. */
    public static Place here() {
        return here(plan -> Providers.service(plan.scenario().service().name()));
    }

    /**
     * Returns a place that measures a given service in this JVM.
     *
     * @param services makes the service for each thread that needs one
     */
    public static Place here(Supplier<? extends Microservice<?, ?>> services) {
        return here(plan -> new Given(services));
    }

    private static Place here(Function<RunPlan, ServiceProvider> service) {
        return new Place() {
            @Override
            public Attempt attempt(int number, RunPlan plan, RunListener progress) {
                return new InProcessRun(number, plan, measurement(plan), progress);
            }

            @Override
            public Measurement measurement(RunPlan plan) {
                return Measurement.of(plan, service.apply(plan));
            }

            @Override
            public void check(RunPlan plan, Measurement measurement) {
                InProcessRun.check(plan, measurement);
            }
        };
    }

    /** A service given as an object. */
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
