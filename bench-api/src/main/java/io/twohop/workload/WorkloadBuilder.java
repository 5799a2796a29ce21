package io.twohop.workload;

import io.twohop.config.Rate;
import io.twohop.config.Size;
import io.twohop.config.YamlDocument;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds a {@link Workload}; what is not set, or set to null, has its default. Not thread-safe, reusable. */
public final class WorkloadBuilder {
    private final Map<Key<?>, Object> values;
    private final YamlDocument source;
    private String name;

    /** @param source what the values were read from; null where that is nothing */
    WorkloadBuilder(String name, Map<Key<?>, Object> values, YamlDocument source) {
        this.name = name;
        this.source = source;
        this.values = new LinkedHashMap<>(values);
    }

    /** Sets any key; those that are set most often have a method of their own. */
    public <T> WorkloadBuilder set(Key<T> key, T value) {
        values.put(key, value);
        return this;
    }

    /** Names the workload in results; no slash. */
    public WorkloadBuilder name(String name) {
        this.name = name == null ? Workload.UNNAMED : name;
        return this;
    }

    /** What a run looks for. */
    public WorkloadBuilder mode(Mode mode) {
        return set(Keys.MODE, mode);
    }

    /** Messages offered per second, above 0 to 100M; required. */
    public WorkloadBuilder rate(double perSecond) {
        return rates(List.of(new Rate(perSecond)));
    }

    /** Several rates, one run each; at most 100. */
    public WorkloadBuilder rates(List<Rate> rates) {
        values.remove(Keys.PROFILE);
        return set(Keys.RATE, rates);
    }

    /** One rate that changes with time, in parts; what was set by {@link #rate} no longer counts. */
    public WorkloadBuilder profile(List<RatePart> parts) {
        return set(Keys.PROFILE, parts);
    }

    /** Payload bytes, 1 to 64 MiB, in place of the event. */
    public WorkloadBuilder size(int bytes) {
        return set(Keys.SIZE, List.of(new Size(bytes)));
    }

    /** Which keys messages have; null for none. */
    public WorkloadBuilder keys(KeyOptions keys) {
        return set(Keys.KEYS, keys);
    }

    /** What headers are sent beside each payload; null for none. */
    public WorkloadBuilder headers(HeaderOptions headers) {
        return set(Keys.HEADERS, headers);
    }

    /** Time before the measurement, 0 to 1 h. */
    public WorkloadBuilder warmup(Duration warmup) {
        return set(Keys.WARMUP, warmup == null ? null : WarmUp.of(warmup));
    }

    /** Measured time, 1 ms to 24 h; required. */
    public WorkloadBuilder duration(Duration duration) {
        return set(Keys.DURATION, duration);
    }

    /** How long to wait at the end for messages under way, above 0 to 10 min. */
    public WorkloadBuilder drain(Duration drain) {
        return set(Keys.DRAIN, drain);
    }

    /** How long the harness's own cost is measured over loopback, 0 (not at all) to 10 min. */
    public WorkloadBuilder floor(Duration floor) {
        return set(Keys.FLOOR, floor);
    }

    /** When messages are due. */
    public WorkloadBuilder arrivals(Arrivals arrivals) {
        return set(Keys.ARRIVALS, arrivals);
    }

    /** Threads that publish, 1 to 64. */
    public WorkloadBuilder producers(int producers) {
        return producers(List.of(producers));
    }

    /** Several numbers of them, one run each. */
    public WorkloadBuilder producers(List<Integer> producers) {
        return set(Keys.PRODUCERS, producers);
    }

    /** How many receivers get every message of the last hop, 1 to 64; one run each. */
    public WorkloadBuilder subscribers(List<Integer> subscribers) {
        return set(Keys.SUBSCRIBERS, subscribers);
    }

    /** Over how many topics each hop's messages are spread, 1 to 100,000; one run each. */
    public WorkloadBuilder topics(List<Integer> topics) {
        return set(Keys.TOPICS, topics);
    }

    /** In mode throughput, how many messages are measured; null where the duration decides. */
    public WorkloadBuilder count(Long count) {
        return set(Keys.COUNT, count);
    }

    /** In mode throughput, how many messages of each producer may be without acknowledgement. */
    public WorkloadBuilder inFlight(Integer inFlight) {
        return set(Keys.IN_FLIGHT, inFlight);
    }

    /** In mode max-rate, the longest time for the search and the measurement of its result. */
    public WorkloadBuilder searchLimit(Duration limit) {
        return set(Keys.SEARCH_LIMIT, limit);
    }

    /** The objective: limits by probe and percentile, such as {@code endToEnd.p99} to {@code 1ms}, or {@code loss}. */
    public WorkloadBuilder slo(Map<String, String> slo) {
        return set(Keys.SLO, slo);
    }

    /** 1 for publish to consume, 2 for the path through a service. */
    public WorkloadBuilder hops(int hops) {
        return set(Keys.HOPS, hops);
    }

    /** How many fresh JVMs repeat each run, 1 to 100. */
    public WorkloadBuilder forks(int forks) {
        return set(Keys.FORKS, Forks.of(forks));
    }

    /** Name of the event type. */
    public WorkloadBuilder event(String event) {
        return event(event == null ? null : EventOptions.of(event));
    }

    /** The same, or files. */
    public WorkloadBuilder event(EventOptions event) {
        return set(Keys.EVENT, event);
    }

    /** Name of the service. */
    public WorkloadBuilder service(String service) {
        return service(ServiceOptions.of(service));
    }

    /** The same with where it runs. */
    public WorkloadBuilder service(ServiceOptions service) {
        return set(Keys.SERVICE, service);
    }

    /** What is done to parts of the run meanwhile. */
    public WorkloadBuilder faults(List<Fault> faults) {
        return set(Keys.FAULTS, faults == null ? null : Map.of("", faults));
    }

    /** Options of the forked JVM. */
    public WorkloadBuilder jvm(JvmOptions jvm) {
        return set(Keys.JVM, jvm);
    }

    /** What the flight recording holds. */
    public WorkloadBuilder jfr(Jfr jfr) {
        return set(Keys.JFR, jfr);
    }

    /** Placement of the agents on threads. */
    public WorkloadBuilder layout(Layout layout) {
        return set(Keys.LAYOUT, layout);
    }

    /** What a thread does without work. */
    public WorkloadBuilder idle(Idle idle) {
        return set(Keys.IDLE, idle);
    }

    /**
     * The workload.
     *
     * @throws io.twohop.config.ConfigException if it cannot be run as it is
     */
    public Workload build() {
        return new Workload(name, values, source);
    }
}
