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

/** Receives the reports of a measurement, on the thread that watches it. */
public interface RunListener {
    /**
     * Everything is connected and warm-up begins.
     *
     * @param guarantees the transport's promises
     * @param versions versions of the software on the messages' way
     * @param chosen values of the transport's keys that the run decided
     */
    record Started(
            Instant startedAt,
            ThreadLayout layout,
            Guarantees guarantees,
            Map<String, String> versions,
            Map<String, String> chosen,
            Environment environment) {}

    /**
     * The measurement is over.
     *
     * @param failure the reason why it was broken off; {@code null} if it was not
     * @param publishFailure the reason why the first message that could not be published failed; {@code null} if all were
     * @param faults the effects of faults; {@code null} without faults
     * @param codec cost of the codec by itself; {@code null} if the measurement was broken off
     * @param costs use of the machine; {@code null} if the measurement was broken off, or the system does not count it
     * @param service load of the service; {@code null} if the measurement was broken off, or it ran on another machine
     */
    record Ended(
            Messages messages,
            String failure,
            String publishFailure,
            List<Finding> incidents,
            Faults faults,
            CodecCost codec,
            Costs costs,
            ServiceLoad service) {
        /** The end of a measurement that did not report one. */
        public static final Ended UNKNOWN =
                new Ended(Messages.UNKNOWN, "did not end", null, List.of(), null, null, null, null);

        /**
         * The account of a measurement's messages.
         *
         * @param accounting the account of every message; of several subscribers, that of the worst
         * @param subscribers the account of each subscriber; empty with one
         * @param completedInWindow number of messages that reached the sink within the measured window
         * @param throughput throughput of a closed loop; {@code null} in an open loop
         * @param sizes sizes of the messages; {@code null} if none was published
         */
        public record Messages(
                Accounting accounting,
                List<Accounting> subscribers,
                long completedInWindow,
                Throughput throughput,
                MessageSizes sizes) {
            static final Messages UNKNOWN = new Messages(null, List.of(), 0, null, null);
        }

        public Ended {
            failure = Secrets.redact(failure);
            publishFailure = Secrets.redact(publishFailure);
        }

        /** Returns this end with other incidents, of which the measuring process knows only some. */
        public Ended with(List<Finding> all) {
            return new Ended(messages, failure, publishFailure, all, faults, codec, costs, service);
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
     * Everything is connected in a part of a run that is spread over machines, and waits for the others.
     *
     * @param address address of the server that the part started; {@code null} for none
     */
    default void onConnected(String address) {}

    void onStarted(Started started);

    /** Called once a second, and at the end of each phase. */
    void onInterval(Interval interval);

    void onEnded(Ended ended);

    /** Called when a search has tried another rate. */
    default void onTrial(Search.Trial trial) {}

    default void onSearched(Search search) {}

    /** Called if nothing was measured. */
    default void onRefused(String reason) {}
}
