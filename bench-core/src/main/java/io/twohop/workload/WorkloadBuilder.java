package io.twohop.workload;

import io.twohop.config.Rate;
import io.twohop.config.Size;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Builds a {@link Workload}; what is not set, or set to null, has its default. Not thread-safe, reusable. */
public final class WorkloadBuilder {
    private String name;
    private String description;
    private String published;
    private Mode mode;
    private List<Rate> rates;
    private List<Size> sizes;
    private Duration warmup;
    private Duration duration;
    private Duration drain;
    private Duration floor;
    private Arrivals arrivals;
    private List<Integer> topics;
    private List<Integer> partitions;
    private List<Integer> consumers;
    private List<Integer> replication;
    private Long count;
    private Integer inFlight;
    private Map<String, String> slo;
    private List<Integer> producers;
    private Integer hops;
    private Integer forks;
    private String event;
    private ServiceOptions service;
    private Map<String, List<Fault>> faults;
    private JvmOptions jvm;
    private Jfr jfr;
    private Layout layout;
    private Idle idle;
    private List<Integer> affinity;

    WorkloadBuilder() {}

    WorkloadBuilder(Workload workload) {
        name = workload.name();
        description = workload.description();
        published = workload.published();
        mode = workload.mode();
        rates = workload.rates();
        sizes = workload.sizes();
        topics = workload.topics();
        partitions = workload.partitions();
        consumers = workload.consumers();
        replication = workload.replication();
        count = workload.count();
        inFlight = workload.inFlight();
        slo = workload.slo();
        warmup = workload.warmup();
        duration = workload.duration();
        drain = workload.drain();
        floor = workload.floor();
        arrivals = workload.arrivals();
        producers = workload.producers();
        hops = workload.hops();
        forks = workload.forks();
        event = workload.event();
        service = workload.service();
        faults = workload.faults();
        jvm = workload.jvm();
        jfr = workload.jfr();
        layout = workload.layout();
        idle = workload.idle();
        affinity = workload.affinity();
    }

    /** Names the workload in results; no slash. */
    public WorkloadBuilder name(String name) {
        this.name = name;
        return this;
    }

    /** One line for {@code bench list}. */
    public WorkloadBuilder description(String description) {
        this.description = description;
        return this;
    }

    /** Id of the publication that it repeats. */
    public WorkloadBuilder published(String published) {
        this.published = published;
        return this;
    }

    /** What a run looks for. */
    public WorkloadBuilder mode(Mode mode) {
        this.mode = mode;
        return this;
    }

    /** Messages offered per second, above 0 to 100M; required. */
    public WorkloadBuilder rate(double perSecond) {
        rates = List.of(new Rate(perSecond));
        return this;
    }

    /** Several rates, one run each; at most 100. */
    public WorkloadBuilder rates(List<Rate> rates) {
        this.rates = rates;
        return this;
    }

    /** Payload bytes, 1 to 64 MiB, in place of the event. */
    public WorkloadBuilder size(int bytes) {
        sizes = List.of(new Size(bytes));
        return this;
    }

    /** Several payload sizes, one run each; at most 100, empty for the event. */
    public WorkloadBuilder sizes(List<Size> sizes) {
        this.sizes = sizes;
        return this;
    }

    /** Time before the measurement, 0 to 1 h. */
    public WorkloadBuilder warmup(Duration warmup) {
        this.warmup = warmup;
        return this;
    }

    /** Measured time, 1 ms to 24 h; required. */
    public WorkloadBuilder duration(Duration duration) {
        this.duration = duration;
        return this;
    }

    /** How long to wait at the end for messages under way, above 0 to 10 min. */
    public WorkloadBuilder drain(Duration drain) {
        this.drain = drain;
        return this;
    }

    /** How long the harness's own cost is measured over loopback, 0 (not at all) to 10 min. */
    public WorkloadBuilder floor(Duration floor) {
        this.floor = floor;
        return this;
    }

    /** When messages are due. */
    public WorkloadBuilder arrivals(Arrivals arrivals) {
        this.arrivals = arrivals;
        return this;
    }

    /** Threads that publish, 1 to 64. */
    public WorkloadBuilder producers(int producers) {
        return producers(List.of(producers));
    }

    /** Several numbers of them, one run each. */
    public WorkloadBuilder producers(List<Integer> producers) {
        this.producers = producers;
        return this;
    }

    /** Over how many topics each hop's messages are spread, 1 to 100,000; one run each. */
    public WorkloadBuilder topics(List<Integer> topics) {
        this.topics = topics;
        return this;
    }

    /** Partitions of each topic, one run each; empty leaves it to the transport file. */
    public WorkloadBuilder partitions(List<Integer> partitions) {
        this.partitions = partitions;
        return this;
    }

    /** Consumers of each hop, one run each; empty leaves it to the transport file. */
    public WorkloadBuilder consumers(List<Integer> consumers) {
        this.consumers = consumers;
        return this;
    }

    /** In how many places a message is kept, one run each; empty leaves it to the transport file. */
    public WorkloadBuilder replication(List<Integer> replication) {
        this.replication = replication;
        return this;
    }

    /** In mode throughput, how many messages are measured; null where the duration decides. */
    public WorkloadBuilder count(Long count) {
        this.count = count;
        return this;
    }

    /** In mode throughput, how many messages of each producer may be without acknowledgement. */
    public WorkloadBuilder inFlight(Integer inFlight) {
        this.inFlight = inFlight;
        return this;
    }

    /** The objective: limits by probe and percentile, such as {@code endToEnd.p99} to {@code 1ms}, or {@code loss}. */
    public WorkloadBuilder slo(Map<String, String> slo) {
        this.slo = slo;
        return this;
    }

    /** 1 for publish to consume, 2 for the path through a service. */
    public WorkloadBuilder hops(int hops) {
        this.hops = hops;
        return this;
    }

    /** How many fresh JVMs repeat each run, 1 to 100. */
    public WorkloadBuilder forks(int forks) {
        this.forks = forks;
        return this;
    }

    /** Name of the event type. */
    public WorkloadBuilder event(String event) {
        this.event = event;
        return this;
    }

    /** Name of the service. */
    public WorkloadBuilder service(String service) {
        return service(ServiceOptions.of(service));
    }

    /** The same with where it runs. */
    public WorkloadBuilder service(ServiceOptions service) {
        this.service = service;
        return this;
    }

    /** What is done to parts of the run meanwhile. */
    public WorkloadBuilder faults(List<Fault> faults) {
        return scenarios(faults == null ? null : Map.of("", faults));
    }

    /** The same in several scenarios, by name, one run each; at most 20. */
    public WorkloadBuilder scenarios(Map<String, List<Fault>> faults) {
        this.faults = faults;
        return this;
    }

    /** Options of the forked JVM. */
    public WorkloadBuilder jvm(JvmOptions jvm) {
        this.jvm = jvm;
        return this;
    }

    /** What the flight recording holds. */
    public WorkloadBuilder jfr(Jfr jfr) {
        this.jfr = jfr;
        return this;
    }

    /** Placement of the agents on threads. */
    public WorkloadBuilder layout(Layout layout) {
        this.layout = layout;
        return this;
    }

    /** What a thread does without work. */
    public WorkloadBuilder idle(Idle idle) {
        this.idle = idle;
        return this;
    }

    /** CPU numbers that the threads are pinned to, in order; none pins none. */
    public WorkloadBuilder affinity(Integer... cpus) {
        affinity = List.of(cpus);
        return this;
    }

    /**
     * The workload.
     *
     * @throws io.twohop.config.ConfigException if it cannot be run as it is
     */
    public Workload build() {
        return new Workload(
                name,
                description,
                published,
                mode,
                rates,
                sizes,
                topics,
                partitions,
                consumers,
                replication,
                count,
                inFlight,
                slo,
                warmup,
                duration,
                drain,
                floor,
                arrivals,
                producers,
                hops,
                forks,
                event,
                service,
                faults,
                jvm,
                jfr,
                layout,
                idle,
                affinity);
    }
}
