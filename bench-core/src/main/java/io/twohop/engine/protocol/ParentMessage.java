package io.twohop.engine.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.twohop.fault.Injection;
import io.twohop.pipeline.ServiceClocks;
import java.util.List;

/** A line that a parent writes to its {@link ChildJvm} after the plan. Coordinators send the same messages to agents, for their children. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
    @JsonSubTypes.Type(value = ParentMessage.TellTime.class, name = "tellTime"),
    @JsonSubTypes.Type(value = ParentMessage.Start.class, name = "start"),
    @JsonSubTypes.Type(value = ParentMessage.FaultsDone.class, name = "faultsDone"),
    @JsonSubTypes.Type(value = ParentMessage.Broken.class, name = "broken"),
    @JsonSubTypes.Type(value = ParentMessage.End.class, name = "end")
})
public sealed interface ParentMessage {
    /** Asks a service for its {@link System#nanoTime}. */
    record TellTime() implements ParentMessage {}

    /**
     * The start of the run, agreed on by all its processes.
     *
     * @param nanos when warm-up begins, in {@link System#nanoTime} of the child's machine
     */
    record Start(long nanos, ServiceClocks services) implements ParentMessage {
        /** Returns the start of a run whose processes share a machine, hence a clock. */
        public static Start onOneMachine(long nanos) {
            return new Start(nanos, ServiceClocks.SAME);
        }
    }

    /**
     * Faults injected so far into other processes.
     *
     * @param done with times in nanoseconds since measuring began
     */
    record FaultsDone(List<Injection> done) implements ParentMessage {}

    /**
     * The end of the whole run before its time: the child reports what it has measured, and waits for {@link End}.
     *
     * @param why another part can no longer do its work
     */
    record Broken(String why) implements ParentMessage {}

    /** The end of the child's part: a service stops, a fork that waits for others closes its channels. */
    record End() implements ParentMessage {}
}
