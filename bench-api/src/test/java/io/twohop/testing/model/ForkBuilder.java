package io.twohop.testing.model;

import io.twohop.account.Accounting;
import io.twohop.account.Interval;
import io.twohop.account.MessageSizes;
import io.twohop.account.ThreadLayout;
import io.twohop.account.Throughput;
import io.twohop.finding.Finding;
import io.twohop.result.CodecCost;
import io.twohop.result.Costs;
import io.twohop.result.Course;
import io.twohop.result.Disturbance;
import io.twohop.result.Environment;
import io.twohop.result.Expense;
import io.twohop.result.Faults;
import io.twohop.result.Figures;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Memory;
import io.twohop.result.OwnSlices;
import io.twohop.result.Part;
import io.twohop.result.Rates;
import io.twohop.result.Recorded;
import io.twohop.result.ServiceLoad;
import io.twohop.result.Setup;
import io.twohop.result.Subscriber;
import io.twohop.result.Tail;
import io.twohop.result.Trust;
import io.twohop.transport.Guarantees;
import io.twohop.workload.Probe;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Puts a {@link Fork} together; what is not said was not measured. */
public final class ForkBuilder {
    private final int number;
    private Instant startedAt;
    private String failure;
    private String publishFailure;
    private Accounting accounting;
    private Rates rates;
    private Throughput throughput;
    private Map<Probe, LatencySummary> probes = Map.of();
    private ThreadLayout layout;
    private Guarantees guarantees;
    private Map<String, String> versions = Map.of();
    private Map<String, String> chosen = Map.of();
    private List<Finding> incidents = List.of();
    private Faults faults;
    private MessageSizes sizes;
    private CodecCost codec;
    private Costs costs;
    private ServiceLoad service;
    private Environment environment;
    private Memory memory;
    private Tail tail;
    private Trust trust;
    private OwnSlices slices;
    private List<Part> parts = List.of();
    private List<Subscriber> subscribers = List.of();
    private List<Interval> intervals = List.of();

    /** @param number from 1 */
    public ForkBuilder(int number) {
        this.number = number;
    }

    /** One that begins as a copy. */
    public ForkBuilder(Fork fork) {
        number = fork.number();
        startedAt = fork.startedAt();
        failure = fork.failure();
        publishFailure = fork.publishFailure();
        accounting = fork.accounting().orElse(null);
        rates = fork.rates();
        throughput = fork.figures().throughput();
        probes = fork.probes();
        layout = fork.layout();
        guarantees = fork.guarantees();
        versions = fork.versions();
        chosen = fork.chosen();
        incidents = fork.incidents();
        faults = fork.disturbance().faults();
        sizes = fork.expense().sizes();
        codec = fork.expense().codec();
        costs = fork.expense().costs();
        service = fork.expense().service();
        environment = fork.environment();
        memory = fork.recorded().memory();
        tail = fork.recorded().tail();
        trust = fork.figures().trust();
        slices = fork.recorded().slices();
        subscribers = fork.subscribers();
        intervals = fork.intervals();
    }

    public ForkBuilder startedAt(Instant startedAt) {
        this.startedAt = startedAt;
        return this;
    }

    /** Sets the failure that ended the fork; a fork without one is complete. */
    public ForkBuilder failure(String failure) {
        this.failure = failure;
        return this;
    }

    public ForkBuilder publishFailure(String publishFailure) {
        this.publishFailure = publishFailure;
        return this;
    }

    public ForkBuilder accounting(Accounting accounting) {
        this.accounting = accounting;
        return this;
    }

    public ForkBuilder rates(Rates rates) {
        this.rates = rates;
        return this;
    }

    public ForkBuilder throughput(Throughput throughput) {
        this.throughput = throughput;
        return this;
    }

    public ForkBuilder probes(Map<Probe, LatencySummary> probes) {
        this.probes = probes;
        return this;
    }

    public ForkBuilder layout(ThreadLayout layout) {
        this.layout = layout;
        return this;
    }

    public ForkBuilder guarantees(Guarantees guarantees) {
        this.guarantees = guarantees;
        return this;
    }

    public ForkBuilder chosen(Map<String, String> chosen) {
        this.chosen = chosen;
        return this;
    }

    public ForkBuilder versions(Map<String, String> versions) {
        this.versions = versions;
        return this;
    }

    public ForkBuilder incidents(List<Finding> incidents) {
        this.incidents = incidents;
        return this;
    }

    public ForkBuilder faults(Faults faults) {
        this.faults = faults;
        return this;
    }

    public ForkBuilder sizes(MessageSizes sizes) {
        this.sizes = sizes;
        return this;
    }

    public ForkBuilder codec(CodecCost codec) {
        this.codec = codec;
        return this;
    }

    public ForkBuilder costs(Costs costs) {
        this.costs = costs;
        return this;
    }

    public ForkBuilder service(ServiceLoad service) {
        this.service = service;
        return this;
    }

    public ForkBuilder environment(Environment environment) {
        this.environment = environment;
        return this;
    }

    public ForkBuilder memory(Memory memory) {
        this.memory = memory;
        return this;
    }

    public ForkBuilder tail(Tail tail) {
        this.tail = tail;
        return this;
    }

    public ForkBuilder trust(Trust trust) {
        this.trust = trust;
        return this;
    }

    public ForkBuilder parts(List<Part> parts) {
        this.parts = parts;
        return this;
    }

    public ForkBuilder intervals(List<Interval> intervals) {
        this.intervals = intervals;
        return this;
    }

    public Fork build() {
        return new Fork(
                number,
                new Course(startedAt, failure, publishFailure),
                new Figures(rates, throughput, accounting, probes, subscribers, trust),
                new Setup(layout, guarantees, versions, chosen, environment),
                new Disturbance(incidents, faults),
                new Expense(sizes, codec, costs, service),
                new Recorded(memory, tail, slices),
                parts,
                List.copyOf(intervals));
    }
}
