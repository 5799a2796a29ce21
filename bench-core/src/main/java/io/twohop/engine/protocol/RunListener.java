package io.twohop.engine.protocol;

import io.twohop.account.Accounting;
import io.twohop.account.Interval;
import io.twohop.account.MessageSizes;
import io.twohop.account.ThreadLayout;
import io.twohop.account.Throughput;
import io.twohop.config.Secrets;
import io.twohop.finding.Finding;
import io.twohop.result.CodecCost;
import io.twohop.result.Costs;
import io.twohop.result.Environment;
import io.twohop.result.Faults;
import io.twohop.result.Search;
import io.twohop.result.ServiceLoad;
import io.twohop.transport.Guarantees;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Notified of a measurement as it goes on, by the thread that watches it. */
public interface RunListener {
    /**
     * Everything is connected and warm-up begins.
     *
     * @param startedAt when
     * @param layout the agents' threads
     * @param guarantees what the transport promises
     * @param versions of what the messages go through
     * @param environment the machine and the JVM
     */
    record Started(
            Instant startedAt,
            ThreadLayout layout,
            Guarantees guarantees,
            Map<String, String> versions,
            Environment environment) {}

    /**
     * The measurement is over.
     *
     * @param accounting the account of every message
     * @param completedInWindow messages that reached the sink within the measured window
     * @param throughput how much went through in a closed loop; null in an open one, which goes at the offered rate
     * @param failure what broke it off, or null
     * @param publishFailure why the first message that could not be published failed, or null
     * @param incidents what happened to the transport
     * @param faults what faults did; null without faults
     * @param sizes of the messages; null where none was published
     * @param codec what the codec takes by itself; null of what was broken off
     * @param costs what the run took of its machine; null of what was broken off, and where the system does not count it
     * @param service how busy it was; null of what was broken off, and of one on another machine
     * @param subscribers the account of each, where there are several; then the whole is that of the worst
     */
    record Ended(
            Accounting accounting,
            long completedInWindow,
            Throughput throughput,
            String failure,
            String publishFailure,
            List<Finding> incidents,
            Faults faults,
            MessageSizes sizes,
            CodecCost codec,
            Costs costs,
            ServiceLoad service,
            List<Accounting> subscribers) {
        public Ended {
            failure = Secrets.redact(failure);
            publishFailure = Secrets.redact(publishFailure);
        }
    }

    /** Ignores everything. */
    RunListener NONE = new RunListener() {
        @Override
        public void onStarted(Started started) {}

        @Override
        public void onInterval(Interval interval) {}

        @Override
        public void onEnded(Ended ended) {}
    };

    /**
     * Everything is connected of a part of a run that is spread over machines, and waits for the others.
     *
     * @param address of the server that it started; null for none
     */
    default void onConnected(String address) {}

    void onStarted(Started started);

    /** Once a second, and at the end of each phase. */
    void onInterval(Interval interval);

    void onEnded(Ended ended);

    /** A search for a rate has tried one more. */
    default void onTrial(Search.Trial trial) {}

    /** A search for a rate is over. */
    default void onSearched(Search search) {}

    /** Nothing was measured, and why. */
    default void onRefused(String reason) {}
}
