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
 * The messages that runs send, how fast, and for how long. Made from YAML by {@link #read} or from Java by {@link #builder},
 * which refuse values that cannot be run with {@link ConfigException}. {@link Keys} explains each key. Immutable; values are
 * not null unless their method says so.
 */
public final class Workload {
    static final String UNNAMED = "workload";

    private final String name;
    private final Map<Key<?>, Object> values = new LinkedHashMap<>();
    private final Profile profile;

    /** {@code null} if the workload was not read from a document. */
    private final YamlDocument source;

    /**
     * @param given values of keys; absent keys get their defaults
     * @param source the document that they were read from; {@code null} for none
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

    /** Checks rules that concern several keys, and sets defaults that depend on other keys. */
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
                arrivals().file().key() == null ? "keys.count" : "arrivals.key",
                keyCount(),
                Collections.max(get(Keys.PRODUCERS)));
    }

    /** Reads a document; its name becomes the workload's. */
    public static Workload read(YamlDocument document) {
        return WorkloadDocument.read(document);
    }

    /** Returns the keys that a workload file may have. */
    public static Set<String> keys() {
        return WorkloadDocument.keys();
    }

    /** Returns a builder with every default; rate and duration are required. */
    public static WorkloadBuilder builder() {
        return new WorkloadBuilder(UNNAMED, Map.of(), null);
    }

    /** Returns a builder with the values of this workload. */
    public WorkloadBuilder toBuilder() {
        return new WorkloadBuilder(name, values, source);
    }

    /** Returns an error about a key with its place in the document, to be thrown. */
    public ConfigException located(ConfigException error) {
        return source == null ? error : source.located(error);
    }

    /** Returns this workload as YAML that {@link #read} reads back as an equal one, defaults included. */
    public YamlDocument toDocument() {
        return WorkloadDocument.write(this);
    }

    /** Returns the value of a key. */
    @SuppressWarnings("unchecked")
    public <T> T get(Key<T> key) {
        return (T) values.get(key);
    }

    /** Returns the workload's name in results: the file's name without {@code .yaml}, which is not a key. */
    public String name() {
        return name;
    }

    /** Returns a line for {@code bench list}; may be empty. */
    public String description() {
        return get(Keys.DESCRIPTION);
    }

    /** Returns the id of the publication that the workload repeats; may be empty. */
    public String published() {
        return get(Keys.PUBLISHED);
    }

    /** Returns the question that a run answers. */
    public Mode mode() {
        return get(Keys.MODE);
    }

    /**
     * Returns the offered rates in messages per second, one run each. In mode max-rate it is the start of the search. Empty in
     * mode throughput, and for a file of arrivals that has not been read yet.
     */
    public List<Rate> rates() {
        return get(Keys.RATE);
    }

    /** Returns the changing rate, whose mean is in {@link #rates}; {@code null} if the rate does not change. */
    public Profile profile() {
        return profile;
    }

    /** Returns payload sizes, one run each; empty if the event is sent. */
    public List<Size> sizes() {
        return get(Keys.SIZE);
    }

    /** Returns the number of keys, of the workload or of its file; 0 if messages have none. */
    public int keyCount() {
        if (arrivals().file().key() != null) {
            // Unknown until the file has been read.
            return arrivals().isUnread() ? 1 : arrivals().file().contents().keys();
        }
        return messageKeys() == null ? 0 : messageKeys().number();
    }

    /** Returns how the workload chooses keys; {@code null} if messages have none, or a file of arrivals chooses. */
    public KeyOptions messageKeys() {
        return get(Keys.KEYS);
    }

    /** Returns the headers beside each payload; {@code null} for none. */
    public HeaderOptions headers() {
        return get(Keys.HEADERS);
    }

    /** Returns the largest number of receivers that get every message of the last hop. */
    public int subscribers() {
        return get(Keys.SUBSCRIBERS).stream().max(Integer::compare).orElse(1);
    }

    /** Returns the number of messages to measure in mode throughput; {@code null} if the duration decides. */
    public Long count() {
        return get(Keys.COUNT);
    }

    /**
     * Returns the messages of each producer that may be without acknowledgement in mode throughput; {@code null} in other
     * modes.
     */
    public Integer inFlight() {
        return get(Keys.IN_FLIGHT);
    }

    /** Returns the limit for a search and the measurement of its result; {@code null} unless the mode is max-rate. */
    public Duration searchLimit() {
        return get(Keys.SEARCH_LIMIT);
    }

    /** Returns the objective as it was written. */
    public Map<String, String> slo() {
        return get(Keys.SLO);
    }

    /** Returns the objective. */
    public Slo objective() {
        return Slo.of(slo());
    }

    /** Returns the time before the measurement, at the same rate; the longest if a trial decides on it. */
    public Duration warmup() {
        return get(Keys.WARMUP).most();
    }

    /** Returns whether a trial decides on the length of warm-up. */
    public boolean isWarmedUntilSteady() {
        return get(Keys.WARMUP).isUntilSteady();
    }

    /** Returns the length of the trial before the first fork; zero without one. */
    public Duration warmUpTrial() {
        return get(Keys.WARMUP).trial();
    }

    /**
     * Returns the length of the measured window, or the limit of a count. {@code null} if it is that of a file which has not
     * been read yet.
     */
    public Duration duration() {
        return get(Keys.DURATION);
    }

    /** Returns the longest wait at the end for messages in flight. */
    public Duration drain() {
        return get(Keys.DRAIN);
    }

    /** Returns the time for which the same workload is measured over loopback; zero leaves it out. */
    public Duration floor() {
        return get(Keys.FLOOR);
    }

    /** Returns when messages are due. */
    public Arrivals arrivals() {
        return get(Keys.ARRIVALS);
    }

    /** Returns 1 for publish to consume, 2 for the whole path through a service. */
    public int hops() {
        return get(Keys.HOPS);
    }

    /** Returns the number of fresh JVMs that repeat each run; the largest if {@link #precision} decides. */
    public int forks() {
        return get(Keys.FORKS).most();
    }

    /** Returns the precision that forks have to reach; empty if their number is fixed. */
    public Optional<Precision> precision() {
        return get(Keys.FORKS).precision();
    }

    /** Returns the event that is sent unless sizes are given. */
    public EventOptions event() {
        return get(Keys.EVENT);
    }

    /** Returns the service that answers. */
    public ServiceOptions service() {
        return get(Keys.SERVICE);
    }

    /** Returns the faults by name, one run each; a list without a name has an empty one. */
    public Map<String, List<Fault>> faults() {
        return get(Keys.FAULTS);
    }

    /** Returns options of the forked JVM. */
    public JvmOptions jvm() {
        return get(Keys.JVM);
    }

    /** Returns the contents of the flight recording. */
    public Jfr jfr() {
        return get(Keys.JFR);
    }

    /** Returns the placement of tasks on threads. */
    public Layout layout() {
        return get(Keys.LAYOUT);
    }

    /** Returns the behaviour of a thread without work. */
    public Idle idle() {
        return get(Keys.IDLE);
    }

    /** Returns the CPU numbers that threads are pinned to, in order; empty pins none. */
    public List<Integer> affinity() {
        return get(Keys.AFFINITY);
    }

    /** Returns the matrix in the order in which its runs are made. */
    public List<Cell> cells() {
        return Cell.of(this);
    }

    /** Returns the scenario of a cell's forks. */
    public Scenario scenario(Cell cell) {
        return Scenario.of(this, cell);
    }

    /**
     * Returns the scenario of a workload with one cell.
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

    /** Returns this workload with one cell alone. */
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
