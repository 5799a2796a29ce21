package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Rate;
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
    /** Without keys that are absent and have no default. */
    private final Map<Key<?>, Object> values = new LinkedHashMap<>();

    private final Profile profile;
    private final Optional<YamlDocument> source;

    /** @param given values of keys; absent keys get their defaults */
    Workload(String name, Map<Key<?>, Object> given, Optional<YamlDocument> source) {
        this.name = WorkloadChecks.name(name);
        this.source = source;
        Keys.ALL.forEach(key -> complete(key, given));
        complete(Keys.PROFILE, given);
        profile = Profile.of(get(Keys.PROFILE));
        agree();
    }

    @SuppressWarnings("unchecked")
    private <T> void complete(Key<T> key, Map<Key<?>, Object> given) {
        key.complete((T) given.get(key)).ifPresent(value -> values.put(key, value));
    }

    /** Checks rules that concern several keys, and sets defaults that depend on other keys. */
    private void agree() {
        ModeChecks.arrivals(mode(), arrivals());
        if (profile.changes()) {
            ModeChecks.profile(mode(), arrivals());
            values.put(Keys.DURATION, ModeChecks.duration(profile, given(Keys.DURATION)));
            values.put(Keys.RATE, List.of(ModeChecks.mean(profile, duration())));
        } else {
            values.put(Keys.RATE, ModeChecks.rates(this));
            ModeChecks.duration(this).ifPresent(duration -> values.put(Keys.DURATION, duration));
        }
        ModeChecks.loop(this);
        ModeChecks.warmUp(this);
        buildBacklog();
        FaultChecks.check(this);
        WorkloadChecks.cells(this);
        ModeChecks.defaults(this).forEach(values::put);
        ModeChecks.objective(this);
        WorkloadChecks.messages(rates(), duration());
        WorkloadChecks.samples(rates(), duration(), objective());
        ModeChecks.searchTime(this);
        ModeChecks.service(service(), hops(), mode());
        ModeChecks.event(event(), sizes());
        ModeChecks.subscribers(this);
        ModeChecks.columns(this);
        ModeChecks.compressible(this);
        KeyOptions.check(
                arrivals().hasKeys() ? "arrivals.key" : "keys.count", keyCount(), Collections.max(get(Keys.PRODUCERS)));
    }

    private void buildBacklog() {
        Backlog backlog = get(Keys.BACKLOG);
        if (backlog == null) {
            return;
        }
        if (!faults().isEmpty()) {
            throw ConfigException.invalid(
                    Keys.BACKLOG.name(),
                    "beside faults",
                    "one of them: faults may have {target: consumer, action: stop}");
        }
        values.put(Keys.FAULTS, Map.of("", List.of(backlog.fault(duration()))));
        values.remove(Keys.BACKLOG);
    }

    /**
     * Refuses a percentile that a fork has too few samples for.
     *
     * @param name of the setting that asks for it
     * @throws ConfigException with the number of samples
     */
    public void checkSamples(String name, double percentile) {
        if (mode() == Mode.LATENCY) {
            WorkloadChecks.samples(name, rates(), duration(), percentile);
        }
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
        return new WorkloadBuilder(UNNAMED, Map.of(), Optional.empty());
    }

    /** Returns a builder with the values of this workload. */
    public WorkloadBuilder toBuilder() {
        return new WorkloadBuilder(name, values, source);
    }

    /** Returns an error about a key with its place in the document, to be thrown. */
    public ConfigException located(ConfigException error) {
        return source.map(document -> document.located(error)).orElse(error);
    }

    /** Returns this workload as YAML that {@link #read} reads back as an equal one, defaults included. */
    public YamlDocument toDocument() {
        return WorkloadDocument.write(this);
    }

    /** Returns the value of a key; {@code null} if it is absent and has no default. */
    @SuppressWarnings("unchecked")
    public <T> T get(Key<T> key) {
        return (T) values.get(key);
    }

    /** Returns a key that may be absent, with its value. */
    public <T> Given<T> given(Key<T> key) {
        return Given.of(key.name(), get(key));
    }

    /** Returns the workload's name in results: the file's name without {@code .yaml}, which is not a key. */
    public String name() {
        return name;
    }

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

    /** Returns the changing rate, whose mean is in {@link #rates}; without pieces if the rate does not change. */
    public Profile profile() {
        return profile;
    }

    /** Returns payload sizes, one run each; empty if the event is sent. */
    public List<PayloadSize> sizes() {
        return get(Keys.SIZE);
    }

    /** Returns the number of keys, of the workload or of its file; 0 if messages have none. */
    public int keyCount() {
        return arrivals().keyCount(given(Keys.KEYS).map(KeyOptions::number).or(0));
    }

    /** Returns the largest number of receivers that get every message of the last hop. */
    public int subscribers() {
        return get(Keys.SUBSCRIBERS).stream().max(Integer::compare).orElse(1);
    }

    public Slo objective() {
        return Slo.of(get(Keys.SLO));
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

    /** Returns the time for which the same workload is measured without a broker; zero leaves it out. */
    public Duration floor() {
        return get(Keys.FLOOR);
    }

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

    public ServiceOptions service() {
        return get(Keys.SERVICE);
    }

    /** Returns the faults by name, one run each; a list without a name has an empty one. */
    public Map<String, List<Fault>> faults() {
        return get(Keys.FAULTS);
    }

    /** Returns the matrix in the order in which its runs are made. */
    public List<Cell> cells() {
        return Cell.of(this);
    }

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
