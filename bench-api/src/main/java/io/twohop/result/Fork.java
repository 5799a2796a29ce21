package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.twohop.account.Accounting;
import io.twohop.account.Interval;
import io.twohop.account.MessageSizes;
import io.twohop.account.Overload;
import io.twohop.account.ThreadLayout;
import io.twohop.account.Throughput;
import io.twohop.finding.Finding;
import io.twohop.transport.Guarantees;
import io.twohop.workload.Probe;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One measurement in one JVM.
 *
 * @param number from 1
 * @param startedAt when its warm-up began; null if it never did
 * @param complete whether it ran to its end and reported that
 * @param failure what broke it off, or null
 * @param publishFailure why the first message that could not be published failed, or null
 * @param accounting the account of every message; of an incomplete fork, null
 * @param rates offered and achieved
 * @param throughput of a closed loop; null of an open one
 * @param probes latencies by probe
 * @param layout the agents' threads; null if it never started
 * @param guarantees what the transport promised; null if it never started
 * @param versions of what the messages went through
 * @param incidents what happened to the transport
 * @param faults what faults did; null without faults
 * @param sizes of the messages; null where none was published in the window
 * @param codec what the codec takes by itself; null where that was not measured, as in a fork that was broken off
 * @param costs what it took of the machine; null where that was not counted, as in a fork that was broken off
 * @param service how busy it was; null where that is not known, as in a fork that was broken off
 * @param environment the machine and the JVM; null if it never started
 * @param memory of the JVM, and what held it up; null where it was not recorded
 * @param tail the slowest messages with their causes; null where they were not recorded
 * @param trust how far the latencies are not the machine's doing; null where that was not recorded
 * @param slices in which it was measured, where it took turns with another; null where it did not, or that was not recorded
 * @param parts of it by agent; none where one process measured all
 * @param subscribers what each received, where there are several: then the latencies end to end are those of the slowest,
 *     account and rates those of the one that misses most; empty of one
 * @param intervals each second, warm-up included
 */
public record Fork(
        int number,
        Instant startedAt,
        boolean complete,
        String failure,
        String publishFailure,
        Accounting accounting,
        Rates rates,
        Throughput throughput,
        Map<Probe, LatencySummary> probes,
        ThreadLayout layout,
        Guarantees guarantees,
        Map<String, String> versions,
        List<Finding> incidents,
        Faults faults,
        MessageSizes sizes,
        CodecCost codec,
        Costs costs,
        ServiceLoad service,
        Environment environment,
        Memory memory,
        Tail tail,
        Trust trust,
        OwnSlices slices,
        List<Part> parts,
        List<Subscriber> subscribers,
        @JsonIgnore List<Interval> intervals) {
    /** Its parts that measured. */
    public List<Part> loads() {
        return parts.stream().filter(part -> part.load() != null).toList();
    }

    /** The overload for which it was ended in warm-up; empty if it was not. */
    public Optional<Overload> overload() {
        return complete ? Overload.thatEnded(intervals) : Optional.empty();
    }

    /** This one with more to say of what broke it off. */
    public Fork failed(String more) {
        return with(failure + more, memory, tail, trust, slices, subscribers);
    }

    /** This one with what its flight recording explains. */
    public Fork explained(Memory itsMemory, Tail itsTail, Trust itsTrust) {
        return with(failure, itsMemory, itsTail, itsTrust, slices, subscribers);
    }

    /** This one with the slices in which it was measured. */
    public Fork measuredIn(OwnSlices its) {
        return with(failure, memory, tail, trust, its, subscribers);
    }

    /**
     * This one with how far its latencies are not the machine's doing.
     *
     * @param delays what the machine did to the messages of each subscriber
     */
    public Fork trusted(List<Delays> delays) {
        List<Subscriber> judged = subscribers.stream()
                .map(one -> one.trusted(Trust.of(delays.get(one.number() - 1), of(one).probes)))
                .toList();
        Trust its = Subscriber.slowest(judged).map(Subscriber::trust).orElseGet(() -> Trust.of(delays.get(0), probes));
        return with(failure, memory, tail, its, slices, judged);
    }

    /** This one as one of its subscribers has it: as a run would be that has no other. */
    public Fork of(Subscriber one) {
        Map<Probe, LatencySummary> its = new EnumMap<>(probes);
        its.put(Probe.END_TO_END, one.endToEnd());
        return new Fork(
                number,
                startedAt,
                complete,
                failure,
                publishFailure,
                one.accounting(),
                one.rates(),
                throughput,
                its,
                layout,
                guarantees,
                versions,
                incidents,
                faults,
                sizes,
                codec,
                costs,
                service,
                environment,
                memory,
                tail,
                one.trust(),
                slices,
                parts,
                List.of(),
                intervals.stream()
                        .map(interval -> interval.of(one.number() - 1))
                        .toList());
    }

    private Fork with(
            String newFailure,
            Memory newMemory,
            Tail newTail,
            Trust newTrust,
            OwnSlices newSlices,
            List<Subscriber> newSubscribers) {
        return new Fork(
                number,
                startedAt,
                complete,
                newFailure,
                publishFailure,
                accounting,
                rates,
                throughput,
                probes,
                layout,
                guarantees,
                versions,
                incidents,
                faults,
                sizes,
                codec,
                costs,
                service,
                environment,
                newMemory,
                newTail,
                newTrust,
                newSlices,
                parts,
                newSubscribers,
                intervals);
    }

    /** Returns how the fork ended, what it achieved and its latencies end to end, on one line. */
    @Override
    public String toString() {
        return ResultText.of(this);
    }
}
