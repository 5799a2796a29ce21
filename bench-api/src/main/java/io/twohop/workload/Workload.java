package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Rate;
import io.twohop.config.Size;
import io.twohop.config.YamlDocument;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is sent, how fast and for how long. Made from YAML by {@link #read} or from Java by {@link #builder}, which refuse with
 * {@link ConfigException} what cannot be run. Immutable. {@link Keys} says what each key is; none is null but those said to be.
 */
public final class Workload {
    static final String UNNAMED = "workload";

    private final String name;
    private final Map<Key<?>, Object> values = new LinkedHashMap<>();
    private final Profile profile;

    /** Null of one that was no document. */
    private final YamlDocument source;

    /**
     * @param given values of keys; what is absent has its default
     * @param source what they were read from; null where that is nothing
     */
    Workload(String name, Map<Key<?>, Object> given, YamlDocument source) {
        this.name = WorkloadChecks.name(name);
        this.source = source;
        Keys.ALL.forEach(key -> complete(key, given));
        complete(Keys.PROFILE, given);
        profile = Profile.of(get(Keys.PROFILE));
        agree();
    }

    @SuppressWarnings("unchecked")
    private <T> void complete(Key<T> key, Map<Key<?>, Object> given) {
        values.put(key, key.complete((T) given.get(key)));
    }

    /** What several keys have to agree on, and defaults that depend on others. */
    private void agree() {
        ModeChecks.arrivals(mode(), arrivals());
        if (profile == null) {
            values.put(Keys.RATE, ModeChecks.rates(mode(), rates(), arrivals()));
            values.put(Keys.DURATION, ModeChecks.duration(mode(), duration(), count(), arrivals()));
        } else {
            ModeChecks.profile(mode(), arrivals());
            values.put(Keys.DURATION, ModeChecks.duration(profile, duration()));
            values.put(Keys.RATE, List.of(ModeChecks.mean(profile, duration())));
        }
        ModeChecks.loop(arrivals(), duration());
        ModeChecks.warmUp(this);
        FaultChecks.check(this);
        WorkloadChecks.cells(this);
        ModeChecks.belongs(Keys.COUNT, count(), mode());
        ModeChecks.belongs(Keys.IN_FLIGHT, inFlight(), mode());
        values.put(Keys.IN_FLIGHT, ModeChecks.inFlight(mode(), inFlight()));
        values.put(Keys.SEARCH_LIMIT, ModeChecks.searchLimit(mode(), searchLimit()));
        ModeChecks.slo(mode(), slo(), objective());
        WorkloadChecks.messages(rates(), duration());
        WorkloadChecks.samples(rates(), duration(), objective());
        ModeChecks.searchTime(this);
        ModeChecks.service(service(), hops());
        ModeChecks.event(event(), sizes());
        ModeChecks.subscribers(this);
        ModeChecks.columns(this);
        KeyOptions.check(
                arrivals().key() == null ? "keys.count" : "arrivals.key",
                keyCount(),
                Collections.max(get(Keys.PRODUCERS)));
    }

    /** Binds a document; its name becomes the workload's. */
    public static Workload read(YamlDocument document) {
        return WorkloadDocument.read(document);
    }

    /** The keys that a workload file may have. */
    public static Set<String> keys() {
        return WorkloadDocument.keys();
    }

    /** A builder with every default; rate and duration are required. */
    public static WorkloadBuilder builder() {
        return new WorkloadBuilder(UNNAMED, Map.of(), null);
    }

    /** A builder with the values of this workload. */
    public WorkloadBuilder toBuilder() {
        return new WorkloadBuilder(name, values, source);
    }

    /** An error about one of its keys, at that key's place in the document that it was read from; to be thrown. */
    public ConfigException located(ConfigException error) {
        return source == null ? error : source.located(error);
    }

    /** This workload as YAML that {@link #read} reads back as an equal one; defaults are written out. */
    public YamlDocument toDocument() {
        return WorkloadDocument.write(this);
    }

    /** The value of a key; what it is by default is in {@link Keys}. */
    @SuppressWarnings("unchecked")
    public <T> T get(Key<T> key) {
        return (T) values.get(key);
    }

    /** Names the workload in results: the file's name without {@code .yaml}, not itself a key. */
    public String name() {
        return name;
    }

    /** One line for {@code bench list}; may be empty. */
    public String description() {
        return get(Keys.DESCRIPTION);
    }

    /** Id of the publication that it repeats; may be empty. */
    public String published() {
        return get(Keys.PUBLISHED);
    }

    /** What a run looks for. */
    public Mode mode() {
        return get(Keys.MODE);
    }

    /**
     * Messages offered per second, one run each; where the search begins in mode max-rate, empty in mode throughput and of a
     * file of arrivals that nobody has read yet.
     */
    public List<Rate> rates() {
        return get(Keys.RATE);
    }

    /** The rate as it changes with time, whose mean is then the one of {@link #rates}; null where it does not change. */
    public Profile profile() {
        return profile;
    }

    /** Payload sizes, one run each; empty where the event is sent. */
    public List<Size> sizes() {
        return get(Keys.SIZE);
    }

    /** How many keys messages have, of the workload or of its file; 0 where they have none. */
    public int keyCount() {
        if (arrivals().key() != null) {
            // Until the file is read, nobody knows.
            return arrivals().isUnread() ? 1 : arrivals().contents().keys();
        }
        return messageKeys() == null ? 0 : messageKeys().number();
    }

    /** How the workload chooses keys; null where it does not, or its file of arrivals has them. */
    public KeyOptions messageKeys() {
        return get(Keys.KEYS);
    }

    /** What headers are sent beside each payload; null for none. */
    public HeaderOptions headers() {
        return get(Keys.HEADERS);
    }

    /** How many receivers get every message of the last hop, at most; the cells have each number. */
    public int subscribers() {
        return get(Keys.SUBSCRIBERS).stream().max(Integer::compare).orElse(1);
    }

    /** In mode throughput, how many messages are measured; null where the duration decides. */
    public Long count() {
        return get(Keys.COUNT);
    }

    /** In mode throughput, how many messages of each producer may be without acknowledgement; null in other modes. */
    public Integer inFlight() {
        return get(Keys.IN_FLIGHT);
    }

    /** In mode max-rate, the longest time for the search and the measurement of its result; null in other modes. */
    public Duration searchLimit() {
        return get(Keys.SEARCH_LIMIT);
    }

    /** The objective as it was written. */
    public Map<String, String> slo() {
        return get(Keys.SLO);
    }

    /** What has to be met. */
    public Slo objective() {
        return Slo.of(slo());
    }

    /** Time before the measurement at the same rate; at most, where it is to be {@link #isWarmedUntilSteady steady}. */
    public Duration warmup() {
        return get(Keys.WARMUP).most();
    }

    /** Whether a trial decides how long that takes. */
    public boolean isWarmedUntilSteady() {
        return get(Keys.WARMUP).isUntilSteady();
    }

    /** How long the trial before the first fork is; zero without one. */
    public Duration warmUpTrial() {
        return get(Keys.WARMUP).trial();
    }

    /** Measured time; of a count, its limit. Null of a file of arrivals that nobody has read yet, if that decides. */
    public Duration duration() {
        return get(Keys.DURATION);
    }

    /** How long to wait at the end for messages under way. */
    public Duration drain() {
        return get(Keys.DRAIN);
    }

    /** How long the same workload is measured over loopback; zero for not at all. */
    public Duration floor() {
        return get(Keys.FLOOR);
    }

    /** When messages are due. */
    public Arrivals arrivals() {
        return get(Keys.ARRIVALS);
    }

    /** 1 for publish to consume, 2 for the whole path through a service. */
    public int hops() {
        return get(Keys.HOPS);
    }

    /** How many fresh JVMs repeat each run, at most where {@link #precision} decides. */
    public int forks() {
        return get(Keys.FORKS).most();
    }

    /** How well a figure has to be known before there are enough forks; empty where their number is fixed. */
    public Optional<Precision> precision() {
        return get(Keys.FORKS).precision();
    }

    /** What is sent, where no sizes are given. */
    public EventOptions event() {
        return get(Keys.EVENT);
    }

    /** Who answers, and where. */
    public ServiceOptions service() {
        return get(Keys.SERVICE);
    }

    /** What is done to parts of the run, by the name of a scenario; a list without names is one, whose name is empty. */
    public Map<String, List<Fault>> faults() {
        return get(Keys.FAULTS);
    }

    /** Options of the forked JVM. */
    public JvmOptions jvm() {
        return get(Keys.JVM);
    }

    /** What the flight recording holds. */
    public Jfr jfr() {
        return get(Keys.JFR);
    }

    /** Placement of the agents on threads. */
    public Layout layout() {
        return get(Keys.LAYOUT);
    }

    /** What a thread does without work. */
    public Idle idle() {
        return get(Keys.IDLE);
    }

    /** CPU numbers that the threads are pinned to, in order; empty pins none. */
    public List<Integer> affinity() {
        return get(Keys.AFFINITY);
    }

    /** The matrix, its runs in the order in which they are made. */
    public List<Cell> cells() {
        return Cell.of(this);
    }

    /** Returns what each fork of a cell measures. */
    public Scenario scenario(Cell cell) {
        return Scenario.of(this, cell);
    }

    /**
     * Returns what each fork measures.
     *
     * @throws IllegalStateException if the workload has several cells
     */
    public Scenario scenario() {
        List<Cell> cells = cells();
        if (cells.size() > 1) {
            throw new IllegalStateException(cells.size() + " cells: " + cells);
        }
        return scenario(cells.get(0));
    }

    /** This workload with one cell alone. */
    public Workload only(Cell cell) {
        WorkloadBuilder builder = toBuilder();
        Keys.MATRIX.forEach(key -> reduce(builder, key, cell));
        return builder.build();
    }

    private <T, V> void reduce(WorkloadBuilder builder, MatrixKey<T, V> key, Cell cell) {
        builder.set(key, key.reduced(this, cell));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Workload workload && name.equals(workload.name) && values.equals(workload.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return name + " " + values;
    }
}
