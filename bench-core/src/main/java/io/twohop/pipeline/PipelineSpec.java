package io.twohop.pipeline;

import io.twohop.measure.MessageOutcomes;
import io.twohop.schedule.SendingTime;
import io.twohop.transport.Notices;
import io.twohop.workload.Load;
import io.twohop.workload.Payload;
import io.twohop.workload.Scenario;
import io.twohop.workload.Topology;

/**
 * The inputs of a pipeline.
 *
 * @param runId names the run's channels
 * @param cores processors that tasks may be laid out on
 * @param tried outcome of the trial of the layouts
 * @param messages the events, their codec and their service
 * @param outcomes receives the ending of each message of a run with faults
 * @param gate stops the consumers of the first hop
 * @param notices receives each message that could not be published
 * @param <T> the class of event
 */
public record PipelineSpec<T>(
        String runId,
        Scenario scenario,
        int cores,
        LayoutTried tried,
        Messages<T> messages,
        MessageOutcomes outcomes,
        ConsumerGate gate,
        Notices notices,
        Part part,
        SendingTime sendingTime) {
    /** Creates the specification of a whole pipeline in this process. */
    public PipelineSpec(String runId, Scenario scenario, int cores, Messages<T> messages) {
        this(
                runId,
                scenario,
                cores,
                LayoutTried.NOT_TRIED,
                messages,
                MessageOutcomes.NONE,
                ConsumerGate.NONE,
                new Notices(),
                Part.WHOLE,
                SendingTime.WHOLE);
    }

    /** Returns the same with the outcome of a trial. */
    public PipelineSpec<T> with(LayoutTried outcome) {
        return new PipelineSpec<>(
                runId, scenario, cores, outcome, messages, outcomes, gate, notices, part, sendingTime);
    }

    /** Returns the part of a message's path that the pipeline is. */
    public Role role() {
        return part.role();
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

    Share share() {
        return part.share();
    }

    /** Returns how many producers the run has, in all its parts. */
    int producers() {
        return topology().producers() * share().loads();
    }
}
