package io.twohop.engine.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.ServiceCounts;
import java.util.List;

/**
 * What a service in a process of its own reports to the process that measures, one line each. That one writes it the plan as
 * its first line, then {@link #TIME}, {@link #WINDOW} and {@link #END}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
    @JsonSubTypes.Type(value = ServiceMessage.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = ServiceMessage.Time.class, name = "time"),
    @JsonSubTypes.Type(value = ServiceMessage.Counts.class, name = "counts"),
    @JsonSubTypes.Type(value = ServiceMessage.Taken.class, name = "taken"),
    @JsonSubTypes.Type(value = ServiceMessage.Worked.class, name = "worked"),
    @JsonSubTypes.Type(value = ServiceMessage.FailedReplies.class, name = "failedReplies"),
    @JsonSubTypes.Type(value = ServiceMessage.Unanswered.class, name = "unanswered"),
    @JsonSubTypes.Type(value = ServiceMessage.Notice.class, name = "notice"),
    @JsonSubTypes.Type(value = ServiceMessage.Refused.class, name = "refused")
})
public sealed interface ServiceMessage {
    /** Asks for the time. */
    String TIME = "time";

    /** Says when the measured window starts and ends, in two numbers of the clock that both have. */
    String WINDOW = "window";

    /** Asks to finish what was begun, and to end. */
    String END = "end";

    /** Everything is connected. */
    record Ready() implements ServiceMessage {}

    /** Answers {@link #TIME} by its {@link System#nanoTime}. */
    record Time(long nanos) implements ServiceMessage {}

    /** What it has done so far, whenever that has changed. */
    record Counts(ServiceCounts counts) implements ServiceMessage {}

    /** How many requests it took, each as often as it came; once, when it ends. */
    record Taken(long messages) implements ServiceMessage {}

    /** What messages took of each instance's thread in the window; once, when it ends. */
    record Worked(List<WorkMeter.Sum> sums) implements ServiceMessage {}

    /** Intended times of messages whose answer failed since the last such message. */
    record FailedReplies(List<Long> intendedNanos) implements ServiceMessage {}

    /** Intended times of messages that the service did not answer since the last such message. */
    record Unanswered(List<Long> intendedNanos) implements ServiceMessage {}

    /** What its transport had to say. */
    record Notice(String text) implements ServiceMessage {}

    /** It cannot go on, and why. */
    record Refused(String reason) implements ServiceMessage {}
}
