package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.twohop.account.Interval;
import io.twohop.account.MessageSizes;
import io.twohop.account.Overload;
import io.twohop.account.ThreadLayout;
import io.twohop.finding.Finding;
import io.twohop.transport.Guarantees;
import io.twohop.workload.Probe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One measurement in one JVM. In {@code result.json} the sections lie flat; each component of a section has an accessor of its
 * name here; those that a fork may lack are {@link Optional}.
 *
 * @param number from 1
 * @param course start and failure
 * @param figures rates, latencies, and the account
 * @param setup threads, guarantees, versions, and machine
 * @param disturbance incidents of the transport, and effects of injected faults
 * @param expense sizes, and what codec, machine and service spent
 * @param recorded findings from the flight recording
 * @param parts of each agent; empty if one process measured all
 * @param intervals each second, warm-up included
 */
public record Fork(
        int number,
        @JsonUnwrapped Course course,
        @JsonUnwrapped Figures figures,
        @JsonUnwrapped Setup setup,
        @JsonUnwrapped Disturbance disturbance,
        @JsonUnwrapped Expense expense,
        @JsonUnwrapped Recorded recorded,
        List<Part> parts,
        @JsonIgnore List<Interval> intervals)
        implements Measured {
    public Instant startedAt() {
        return course.startedAt();
    }

    public boolean complete() {
        return course.complete();
    }

    public String failure() {
        return course.failure();
    }

    public String publishFailure() {
        return course.publishFailure();
    }

    public ThreadLayout layout() {
        return setup.layout();
    }

    public Guarantees guarantees() {
        return setup.guarantees();
    }

    public Map<String, String> versions() {
        return setup.versions();
    }

    public Map<String, String> chosen() {
        return setup.chosen();
    }

    public Environment environment() {
        return setup.environment();
    }

    public List<Finding> incidents() {
        return disturbance.incidents();
    }

    public Optional<Faults> faults() {
        return Optional.ofNullable(disturbance.faults());
    }

    public Optional<MessageSizes> sizes() {
        return Optional.ofNullable(expense.sizes());
    }

    public Optional<CodecCost> codec() {
        return Optional.ofNullable(expense.codec());
    }

    public Optional<Costs> costs() {
        return Optional.ofNullable(expense.costs());
    }

    public Optional<ServiceLoad> service() {
        return Optional.ofNullable(expense.service());
    }

    public Optional<Memory> memory() {
        return Optional.ofNullable(recorded.memory());
    }

    public Optional<Tail> tail() {
        return Optional.ofNullable(recorded.tail());
    }

    public Optional<OwnSlices> slices() {
        return Optional.ofNullable(recorded.slices());
    }

    /** Returns whether faults were injected. */
    public boolean hasFaults() {
        return faults().isPresent();
    }

    /** Returns whether warm-up began, so that threads, guarantees and machine are known. */
    public boolean hasStarted() {
        return layout() != null;
    }

    /** Returns the parts that measured. */
    public List<Part> loads() {
        return parts.stream().filter(part -> part.measured().isPresent()).toList();
    }

    /** Returns the overload that ended the fork in warm-up; empty if none did. */
    public Optional<Overload> overload() {
        return complete() ? Overload.thatEnded(intervals) : Optional.empty();
    }

    /** Returns this fork with an addition to the reason of its failure. */
    public Fork failed(String more) {
        return with(course.failed(more), figures, recorded, intervals);
    }

    /** Returns this fork with the findings from its flight recording. */
    public Fork explained(Memory memory, Tail tail, Trust trust) {
        return with(
                course,
                figures.trusted(trust, figures.subscribers()),
                new Recorded(memory, tail, recorded.slices()),
                intervals);
    }

    /** Returns this fork with the slices in which it was measured. */
    public Fork measuredIn(OwnSlices slices) {
        return with(course, figures, new Recorded(recorded.memory(), recorded.tail(), slices), intervals);
    }

    /**
     * Returns this fork with the trust in its latencies.
     *
     * @param delays of the messages of each subscriber, by the machine
     */
    public Fork trusted(List<Delays> delays) {
        List<Subscriber> judged = subscribers().stream()
                .map(one -> one.trusted(Trust.of(delays.get(one.number() - 1), of(one).probes())))
                .toList();
        Trust trust =
                Subscriber.slowest(judged).map(Subscriber::trust).orElseGet(() -> Trust.of(delays.get(0), probes()));
        return with(course, figures.trusted(trust, judged), recorded, intervals);
    }

    /** Returns this fork as a run without other subscribers would have it. */
    public Fork of(Subscriber one) {
        Map<Probe, LatencySummary> its = new EnumMap<>(probes());
        its.put(Probe.END_TO_END, one.endToEnd());
        return with(
                course,
                new Figures(one.rates(), figures.throughput(), one.accounting(), its, List.of(), one.trust()),
                recorded,
                intervals.stream()
                        .map(interval -> interval.of(one.number() - 1))
                        .toList());
    }

    /** Returns this fork with further incidents. */
    public Fork disturbed(List<Finding> further) {
        List<Finding> all = new ArrayList<>(incidents());
        all.addAll(further);
        Disturbance more = new Disturbance(List.copyOf(all), disturbance.faults());
        return new Fork(number, course, figures, setup, more, expense, recorded, parts, intervals);
    }

    private Fork with(Course newCourse, Figures newFigures, Recorded newRecorded, List<Interval> newIntervals) {
        return new Fork(number, newCourse, newFigures, setup, disturbance, expense, newRecorded, parts, newIntervals);
    }

    /** Returns how the fork ended, what it achieved and its latencies end to end, on one line. */
    @Override
    public String toString() {
        return ResultText.of(this);
    }
}
