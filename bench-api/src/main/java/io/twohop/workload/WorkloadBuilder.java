package io.twohop.workload;

import io.twohop.config.Rate;
import io.twohop.config.Size;
import io.twohop.config.YamlDocument;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a {@link Workload}; a key that is not set, or set to {@code null}, has its default. Not thread-safe, reusable. */
public final class WorkloadBuilder {
    private final Map<Key<?>, Object> values;
    private final Optional<YamlDocument> source;
    private String name;

    WorkloadBuilder(String name, Map<Key<?>, Object> values, Optional<YamlDocument> source) {
        this.name = name;
        this.source = source;
        this.values = new LinkedHashMap<>(values);
    }

    /** Sets any key; common keys have methods of their own. */
    public <T> WorkloadBuilder set(Key<T> key, T value) {
        values.put(key, value);
        return this;
    }

    /** Sets the workload's name in results; no slash. */
    public WorkloadBuilder name(String name) {
        this.name = name;
        return this;
    }

    public WorkloadBuilder mode(Mode mode) {
        return set(Keys.MODE, mode);
    }

    /** Sets the offered rate in messages per second, above 0 to 100M; required. */
    public WorkloadBuilder rate(double perSecond) {
        return rates(List.of(new Rate(perSecond)));
    }

    /** Sets several rates, one run each; at most 100. */
    public WorkloadBuilder rates(List<Rate> rates) {
        values.remove(Keys.PROFILE);
        return set(Keys.RATE, rates);
    }

    /** Sets the payload size in bytes, 1 to 64 MiB, in place of the event. */
    public WorkloadBuilder size(int bytes) {
        return size(PayloadSize.of(new Size(bytes)));
    }

    /** Sets the distribution of payload sizes in place of the event. */
    public WorkloadBuilder size(PayloadSize size) {
        return set(Keys.SIZE, List.of(size));
    }

    /** Sets the share of each payload that is zeros, 0 to 1; for payloads of a size. */
    public WorkloadBuilder compressible(double share) {
        return set(Keys.COMPRESSIBLE, share);
    }

    /** Sets the time before the measurement, 0 to 1 h. */
    public WorkloadBuilder warmup(Duration warmup) {
        return set(Keys.WARMUP, warmup == null ? null : WarmUp.of(warmup));
    }

    /** Sets the length of the measured window, 1 ms to 24 h; required. */
    public WorkloadBuilder duration(Duration duration) {
        return set(Keys.DURATION, duration);
    }

    /** Sets the longest wait at the end for messages in flight, above 0 to 10 min. */
    public WorkloadBuilder drain(Duration drain) {
        return set(Keys.DRAIN, drain);
    }

    /** Sets the time for which the harness's own cost is measured without a broker, 0 (not at all) to 10 min. */
    public WorkloadBuilder floor(Duration floor) {
        return set(Keys.FLOOR, floor);
    }

    /** Sets one rate that changes with time, in place of {@link #rate}. */
    public WorkloadBuilder profile(List<RatePart> parts) {
        return set(Keys.PROFILE, parts);
    }

    /** Sets the keys of messages; null for none. */
    public WorkloadBuilder keys(KeyOptions keys) {
        return set(Keys.KEYS, keys);
    }

    /** Sets the headers beside each payload; null for none. */
    public WorkloadBuilder headers(HeaderOptions headers) {
        return set(Keys.HEADERS, headers);
    }

    /** Sets the numbers of receivers that get every message of the last hop, 1 to 64; one run each. */
    public WorkloadBuilder subscribers(List<Integer> subscribers) {
        return set(Keys.SUBSCRIBERS, subscribers);
    }

    /** Sets the numbers of topics that each hop's messages are spread over, 1 to 100,000; one run each. */
    public WorkloadBuilder topics(List<Integer> topics) {
        return set(Keys.TOPICS, topics);
    }

    /** Sets the number of messages to measure in mode throughput; null if the duration decides. */
    public WorkloadBuilder count(Long count) {
        return set(Keys.COUNT, count);
    }

    /** Sets the messages of each producer that may be without acknowledgement in mode throughput. */
    public WorkloadBuilder inFlight(Integer inFlight) {
        return set(Keys.IN_FLIGHT, inFlight);
    }

    /** Sets the limit for a search and the measurement of its result in mode max-rate. */
    public WorkloadBuilder searchLimit(Duration limit) {
        return set(Keys.SEARCH_LIMIT, limit);
    }

    /** Sets options of the forked JVM. */
    public WorkloadBuilder jvm(JvmOptions jvm) {
        return set(Keys.JVM, jvm);
    }

    public WorkloadBuilder arrivals(Arrivals arrivals) {
        return set(Keys.ARRIVALS, arrivals);
    }

    /** Sets the number of threads that publish, 1 to 64. */
    public WorkloadBuilder producers(int producers) {
        return producers(List.of(producers));
    }

    /** Sets several numbers of threads that publish, one run each. */
    public WorkloadBuilder producers(List<Integer> producers) {
        return set(Keys.PRODUCERS, producers);
    }

    /** Sets the objective: limits by probe and percentile, such as {@code endToEnd.p99} to {@code 1ms}, or {@code loss}. */
    public WorkloadBuilder slo(Map<String, String> slo) {
        return set(Keys.SLO, slo);
    }

    /** Sets the number of hops: 1 for publish to consume, 2 for the path through a service. */
    public WorkloadBuilder hops(int hops) {
        return set(Keys.HOPS, hops);
    }

    /** Sets the number of fresh JVMs that repeat each run, 1 to 100. */
    public WorkloadBuilder forks(int forks) {
        return set(Keys.FORKS, Forks.of(forks));
    }

    public WorkloadBuilder event(String event) {
        return event(EventOptions.of(event));
    }

    public WorkloadBuilder event(EventOptions event) {
        return set(Keys.EVENT, event);
    }

    public WorkloadBuilder service(String service) {
        return service(ServiceOptions.of(service));
    }

    public WorkloadBuilder service(ServiceOptions service) {
        return set(Keys.SERVICE, service);
    }

    public WorkloadBuilder faults(List<Fault> faults) {
        return set(Keys.FAULTS, faults == null ? null : Map.of("", faults));
    }

    public WorkloadBuilder jfr(Jfr jfr) {
        return set(Keys.JFR, jfr);
    }

    public WorkloadBuilder layout(Layout layout) {
        return set(Keys.LAYOUT, layout);
    }

    public WorkloadBuilder idle(Idle idle) {
        return set(Keys.IDLE, idle);
    }

    /**
     * Returns the workload.
     *
     * @throws io.twohop.config.ConfigException if it cannot be run
     */
    public Workload build() {
        return new Workload(name, values, source);
    }
}
