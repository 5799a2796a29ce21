package io.twohop.pipeline;

import io.twohop.measure.LatencyRecorder;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tasks of a pipeline, or of a part of it.
 *
 * @param generators each with its place in the list as its number in this process
 * @param all in the order of a message's path
 */
record Tasks(List<Generator<?>> generators, List<ServiceStage<?>> services, List<Sink<?>> sinks, List<Task> all) {
    Tasks(List<Generator<?>> generators, List<ServiceStage<?>> services, List<Sink<?>> sinks) {
        this(
                generators,
                services,
                sinks,
                Stream.of(generators, services, sinks)
                        .<Task>flatMap(List::stream)
                        .toList());
    }

    /** Returns these tasks with some of the sinks only. */
    Tasks of(List<Sink<?>> itsSinks) {
        return new Tasks(generators, services, itsSinks);
    }

    /**
     * Returns the recorders of each probe that is measured here.
     *
     * @param acknowledge those of acknowledgements; empty if the transport acknowledges nothing
     * @param ofService those of a remote service, for probes that no task has
     */
    Map<Probe, List<LatencyRecorder>> recorders(
            List<LatencyRecorder> acknowledge, Map<Probe, LatencyRecorder> ofService) {
        List<LatencyRecorder> toService = new ArrayList<>();
        services.forEach(service -> toService.add(service.toService()));
        sinks.forEach(sink -> toService.addAll(sink.toService()));
        Map<Probe, List<LatencyRecorder>> recorders = new EnumMap<>(Probe.class);
        recorders.put(
                Probe.LATENESS, generators.stream().map(Generator::lateness).toList());
        recorders.put(Probe.PUBLISH, generators.stream().map(Generator::publish).toList());
        recorders.put(Probe.ACKNOWLEDGE, acknowledge);
        recorders.put(Probe.TO_SERVICE, List.copyOf(toService));
        recorders.put(Probe.END_TO_END, sinks.stream().map(Sink::endToEnd).toList());
        ofService.forEach((probe, recorder) -> recorders.put(probe, List.of(recorder)));
        recorders.values().removeIf(List::isEmpty);
        return Collections.unmodifiableMap(recorders);
    }
}
