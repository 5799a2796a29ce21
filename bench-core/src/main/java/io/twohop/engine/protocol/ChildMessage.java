package io.twohop.engine.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.twohop.account.Interval;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.result.Search;
import java.util.List;

/** A line that a {@link ChildJvm} writes to its parent. The first group comes from any child, the others from a fork or a service. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
    @JsonSubTypes.Type(value = ChildMessage.Connected.class, name = "connected"),
    @JsonSubTypes.Type(value = ChildMessage.Alive.class, name = "alive"),
    @JsonSubTypes.Type(value = ChildMessage.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = ChildMessage.WarmupBegan.class, name = "warmupBegan"),
    @JsonSubTypes.Type(value = ChildMessage.IntervalOver.class, name = "intervalOver"),
    @JsonSubTypes.Type(value = ChildMessage.RunOver.class, name = "runOver"),
    @JsonSubTypes.Type(value = ChildMessage.RateTried.class, name = "rateTried"),
    @JsonSubTypes.Type(value = ChildMessage.SearchOver.class, name = "searchOver"),
    @JsonSubTypes.Type(value = ChildMessage.Time.class, name = "time"),
    @JsonSubTypes.Type(value = ChildMessage.Counts.class, name = "counts"),
    @JsonSubTypes.Type(value = ChildMessage.FailedReplies.class, name = "failedReplies"),
    @JsonSubTypes.Type(value = ChildMessage.Unanswered.class, name = "unanswered"),
    @JsonSubTypes.Type(value = ChildMessage.Notice.class, name = "notice"),
    @JsonSubTypes.Type(value = ChildMessage.ServiceOver.class, name = "serviceOver")
})
public sealed interface ChildMessage {
    /** Notifies a listener as the child's own listener was notified; does nothing for a service's messages. */
    default void deliverTo(RunListener listener) {}

    /**
     * The child is connected to the transport.
     *
     * @param address of the server that the child started; {@code null} for none
     */
    record Connected(String address) implements ChildMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onConnected(address);
        }
    }

    /** A sign of life, once a second while the child waits for other processes. */
    record Alive() implements ChildMessage {}

    /** The child cannot measure or serve; it ends. */
    record Refused(String reason) implements ChildMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onRefused(reason);
        }
    }

    /** A fork begins to send. */
    record WarmupBegan(RunListener.Started started) implements ChildMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onStarted(started);
        }
    }

    /** A fork has measured another second. */
    record IntervalOver(Interval interval) implements ChildMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onInterval(interval);
        }
    }

    /** A fork has measured everything. */
    record RunOver(RunListener.Ended ended) implements ChildMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onEnded(ended);
        }
    }

    /** A searching fork has tried a rate. */
    record RateTried(Search.Trial trial) implements ChildMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onTrial(trial);
        }
    }

    /** A searching fork has finished. */
    record SearchOver(Search search) implements ChildMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onSearched(search);
        }
    }

    /** A service answers {@link ParentMessage.TellTime} with its {@link System#nanoTime}. */
    record Time(long nanos) implements ChildMessage {}

    /** A service's counts since its process began, sent when they have changed. */
    record Counts(ServiceCounts counts) implements ChildMessage {}

    /** Intended times of messages whose reply failed since the last such message. */
    record FailedReplies(List<Long> intendedNanos) implements ChildMessage {}

    /** Intended times of messages that the service left unanswered since the last such message. */
    record Unanswered(List<Long> intendedNanos) implements ChildMessage {}

    /** A notice of the service's transport. */
    record Notice(String text) implements ChildMessage {}

    /**
     * A service has stopped on request.
     *
     * @param counts of its whole life
     * @param taken requests that it took, redelivered ones included
     * @param work time that messages took of each instance's thread in the measured window
     */
    record ServiceOver(ServiceCounts counts, long taken, List<WorkMeter.Sum> work) implements ChildMessage {}
}
