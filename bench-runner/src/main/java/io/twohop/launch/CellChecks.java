package io.twohop.launch;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.fault.FaultTargets;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.Envelope;
import io.twohop.transport.PlannedBacklog;
import io.twohop.transport.RunContext;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Fault;
import io.twohop.workload.Keys;
import io.twohop.workload.Scenario;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** Refuses a cell that cannot be measured at a place, before anything is started. */
final class CellChecks {
    private final Place place;
    private final Workload workload;
    private final TransportFile transport;
    private final Scenario scenario;

    CellChecks(CellPlan cellPlan, Place place) {
        this.place = place;
        this.workload = cellPlan.workload();
        this.transport = cellPlan.transport();
        this.scenario = cellPlan.scenario();
    }

    /** Checks the cell, and returns the measurement that would be made. */
    Measurement check() {
        transport.checkNames();
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        checkCarried(workload, scenario, transport);
        RunPlan plan = plan(temporary);
        Measurement measurement = place.measurement(plan);
        place.check(plan, measurement);
        TransportProvider<?> provider = measurement.transport().provider();
        checkTransport(provider);
        scenario.faults().forEach(fault -> FaultTargets.check(fault, place.faultTargets(scenario, transport)));
        DeployedChecks.check(workload, scenario, transport, measurement);
        try {
            Sandbox.of(scenario.faults()).check();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        checkTopics(provider.topicLimit());
        try {
            measurement.transport().check(measurement.context());
            checkBacklogs(measurement);
        } catch (ConfigException e) {
            boolean isOfWorkload = e.name().equals(Keys.SIZE.name());
            throw isOfWorkload ? workload.located(e) : transport.whole().located(e);
        }
        return measurement;
    }

    private void checkBacklogs(Measurement measurement) {
        RunContext context = measurement.context();
        scenario.faults().stream()
                .filter(Fault::stopsConsumers)
                .forEach(fault ->
                        measurement.transport().checkBacklog(context, PlannedBacklog.of(fault, context.traffic())));
    }

    private RunPlan plan(Path temporary) {
        try {
            return RunPlan.of(RunNames.runId(), scenario, transport, temporary, temporary);
        } catch (ConfigException e) {
            throw transport.whole().located(e);
        }
    }

    private void checkTransport(TransportProvider<?> provider) {
        transport.checkAvailable();
        if (scenario.service().process() && !provider.spansProcesses()) {
            throw ConfigException.invalid(
                    "service.process",
                    true,
                    "no process over " + transport.common().transport() + ", which stays within one");
        }
    }

    private void checkTopics(TopicLimit limit) {
        if (scenario.topology().topics() > limit.most()) {
            throw ConfigException.invalid(
                    "topics",
                    scenario.topology().topics(),
                    "1 to " + limit.most() + " over " + transport.common().transport() + ": " + limit.why());
        }
    }

    /** Refuses keys, headers and subscribers that the transport does not have, at their place in the workload. */
    static void checkCarried(Workload workload, Scenario scenario, TransportFile transport) {
        String name = transport.common().transport();
        for (Envelope.Part part : Envelope.of(scenario.payload()).parts()) {
            if (!transport.provider().carries().contains(part)) {
                boolean ofFile =
                        part == Envelope.Part.KEYS && workload.arrivals().hasKeys();
                Object asked = switch (part) {
                    case KEYS -> ofFile ? workload.arrivals().file().key() : workload.get(Keys.KEYS);
                    case HEADERS -> workload.get(Keys.HEADERS);
                };
                throw workload.located(ConfigException.invalid(
                        ofFile ? "arrivals.key" : part.key(),
                        asked,
                        "none, since " + name + " has no " + part.key()
                                + others(provider -> provider.carries().contains(part), "")));
            }
        }
        if (workload.subscribers() > 1 && !transport.provider().fansOut()) {
            throw workload.located(ConfigException.invalid(
                    Keys.SUBSCRIBERS.name(),
                    workload.subscribers(),
                    "1, since " + name + " has one subscriber" + others(TransportProvider::fansOut, " several")));
        }
    }

    private static String others(Predicate<TransportProvider<?>> able, String what) {
        List<String> others = Providers.transports().stream()
                .filter(able)
                .map(TransportProvider::name)
                .toList();
        if (others.isEmpty()) {
            return "";
        }
        return "; " + Texts.listed(others) + (others.size() == 1 ? " has" : " have") + what;
    }
}
