package io.twohop.engine.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.twohop.account.Interval;
import io.twohop.result.Search;

/** Reports of a forked JVM to its parent, one line each on its standard output. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
    @JsonSubTypes.Type(value = ForkMessage.Connected.class, name = "connected"),
    @JsonSubTypes.Type(value = ForkMessage.Waiting.class, name = "waiting"),
    @JsonSubTypes.Type(value = ForkMessage.WarmupBegan.class, name = "warmupBegan"),
    @JsonSubTypes.Type(value = ForkMessage.IntervalOver.class, name = "intervalOver"),
    @JsonSubTypes.Type(value = ForkMessage.RunOver.class, name = "runOver"),
    @JsonSubTypes.Type(value = ForkMessage.RateTried.class, name = "rateTried"),
    @JsonSubTypes.Type(value = ForkMessage.SearchOver.class, name = "searchOver"),
    @JsonSubTypes.Type(value = ForkMessage.NothingMeasured.class, name = "nothingMeasured")
})
public sealed interface ForkMessage {
    /** Notifies a listener in this process as the fork's own listener was notified. */
    void deliverTo(RunListener listener);

    /** Everything is connected in a part of a run that is spread over machines. */
    record Connected(String address) implements ForkMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onConnected(address);
        }
    }

    /** A sign of life, each second, while the fork waits for another part. */
    record Waiting() implements ForkMessage {
        @Override
        public void deliverTo(RunListener listener) {}
    }

    record WarmupBegan(RunListener.Started started) implements ForkMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onStarted(started);
        }
    }

    record IntervalOver(Interval interval) implements ForkMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onInterval(interval);
        }
    }

    record RunOver(RunListener.Ended ended) implements ForkMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onEnded(ended);
        }
    }

    record RateTried(Search.Trial trial) implements ForkMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onTrial(trial);
        }
    }

    record SearchOver(Search search) implements ForkMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onSearched(search);
        }
    }

    record NothingMeasured(String reason) implements ForkMessage {
        @Override
        public void deliverTo(RunListener listener) {
            listener.onRefused(reason);
        }
    }
}
