package io.twohop.pipeline;

import io.twohop.measure.MessageOutcomes;
import io.twohop.schedule.DuetSlices;
import io.twohop.transport.Notices;
import io.twohop.workload.Load;
import io.twohop.workload.Payload;
import io.twohop.workload.Scenario;
import io.twohop.workload.Topology;

/**
 * What a pipeline is built from.
 *
 * @param runId names the run's channels
 * @param scenario settings of the run
 * @param cores processors that agents may be laid out on
 * @param single outcome of the trial of one thread for all agents
 * @param messages what travels
 * @param outcomes what becomes of each message, where that is kept
 * @param notices receives each message that could not be published
 * @param role which part of the way it is
 * @param service of {@link Role#ENDS}; else null
 * @param share which of the run's messages go through it
 * @param slices in which it may send, of a run that takes turns with another; null of any other
 * @param <T> the class of event
 */
public record PipelineSpec<T>(
        String runId,
        Scenario scenario,
        int cores,
        SingleThread single,
        Messages<T> messages,
        MessageOutcomes outcomes,
        Notices notices,
        Role role,
        RemoteService service,
        Share share,
        DuetSlices slices) {
    /** Returns the same with the outcome of a trial. */
    public PipelineSpec<T> with(SingleThread tried) {
        return new PipelineSpec<>(
                runId, scenario, cores, tried, messages, outcomes, notices, role, service, share, slices);
    }

    /** How many producers the run has, in all its parts. */
    int producers() {
        return topology().producers() * share.loads();
    }

    Load load() {
        return scenario.load();
    }

    Payload payload() {
        return scenario.payload();
    }

    Topology topology() {
        return scenario.topology();
    }

    /** Creates the specification of a whole pipeline in this process. */
    public PipelineSpec(String runId, Scenario scenario, int cores, Messages<T> messages) {
        this(
                runId,
                scenario,
                cores,
                SingleThread.NOT_TRIED,
                messages,
                MessageOutcomes.NONE,
                new Notices(),
                Role.WHOLE,
                null,
                Share.WHOLE,
                null);
    }
}
