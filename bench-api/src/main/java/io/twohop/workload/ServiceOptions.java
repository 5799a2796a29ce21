package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Distribution;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Sections;
import io.twohop.config.Size;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The service that answers: its name, its process, and its work. */
public record ServiceOptions(
        @Help("name of the service, or of a class") String name,

        @Help("whether the service runs in a separate process, as in production")
        Boolean process,

        @Help("for busy: time of work for each message; 100ns to 10s")
        Duration work,

        @Help("for busy, instead of work: constant(20us), exponential(20us) or lognormal(20us, 1.0), each with that"
                + " mean")
        Distribution distribution,

        @Help("seed of random values, which each instance draws by itself; 1 by default")
        Long seed,

        @Help("for allocate: bytes allocated for each message; 1B to 64MiB")
        Size bytes,

        @Help("for cache: number of entries; 1 to 100M") Long entries,

        @Section Deployment deployment) {
    /** The name of the service that computes. */
    public static final String BUSY = "busy";

    /** The name of the service that makes garbage. */
    public static final String ALLOCATE = "allocate";

    /** The name of the service that keeps many entries. */
    public static final String CACHE = "cache";

    private static final String DEFAULT = "pass-through";
    private static final String EXPECTED_WORK = "a duration, such as 20us, or distribution: lognormal(20us, 1.0)";
    private static final String EXPECTED_ENTRIES = "a whole number from 1 to 100,000,000, such as 1M";
    private static final long DEFAULT_SEED = 1;
    private static final long MOST_ENTRIES = 100_000_000;

    public ServiceOptions {
        Given<Distribution> times = Given.of("distribution", distribution);
        boolean drawsTimes = times.isPresent();
        boolean computes = drawsTimes || Given.of("work", work).isPresent();
        String ofBytes = Given.of("bytes", bytes).map(any -> ALLOCATE).or(DEFAULT);
        String ofKeys = Given.of("entries", entries).map(any -> CACHE).or(ofBytes);
        boolean isOwn = !deployment.isDeployed();
        Given.of("name", name).onlyIf(isOwn, "no name beside 'deployed: true', since the service already runs");
        name = WorkloadChecks.word("name", Given.of("name", name).or(computes ? BUSY : ofKeys));
        process = Given.of("process", process)
                .onlyIf(isOwn, "no process beside 'deployed: true', since the service already runs")
                .or(false);
        own("distribution", distribution, BUSY, name);
        own("work", work, BUSY, name)
                .onlyIf(!drawsTimes, "no work beside distribution, which says its mean")
                .neededIf(name.equals(BUSY) && !drawsTimes, EXPECTED_WORK)
                .onlyIf(Distribution::isPossible, "a duration of 100ns to 10s, such as 20us");
        boolean isRandom =
                name.equals(CACHE) || times.map(Distribution::isRandom).or(false);
        Given.of("name", name)
                .onlyIf(isOwn || !isWork(name), "no work beside 'deployed: true', which the service does itself");
        seed = Given.of("seed", seed)
                .onlyIf(isRandom, "no seed, since nothing of it is random")
                .or(isRandom ? DEFAULT_SEED : null);
        own("bytes", bytes, ALLOCATE, name).neededIf(name.equals(ALLOCATE), "a size, such as 2KiB");
        own("entries", entries, CACHE, name)
                .neededIf(name.equals(CACHE), EXPECTED_ENTRIES)
                .onlyIf(number -> number >= 1 && number <= MOST_ENTRIES, EXPECTED_ENTRIES);
    }

    private static boolean isWork(String name) {
        return List.of(BUSY, ALLOCATE, CACHE).contains(name);
    }

    /** Refuses a key of another service. */
    private static <T> Given<T> own(String key, T value, String owner, String name) {
        return Given.of(key, value)
                .onlyIf(owner.equals(name), "no " + key + ", since it belongs to 'name: " + owner + "' only");
    }

    /** Creates the options of a service without settings of its own. */
    public ServiceOptions(String name, boolean process) {
        this(name, process, null, null, null, null, null, Deployment.NONE);
    }

    /** Returns the options of a service in the measuring process. */
    public static ServiceOptions of(String name) {
        return new ServiceOptions(name, false);
    }

    /** Returns a service that computes for a time on each message. */
    public static ServiceOptions busy(Distribution time) {
        return new ServiceOptions(BUSY, false, null, time, null, null, null, Deployment.NONE);
    }

    /** Returns a service that allocates for each message. */
    public static ServiceOptions allocate(Size bytes) {
        return new ServiceOptions(ALLOCATE, false, null, null, null, bytes, null, Deployment.NONE);
    }

    /** Returns a service that keeps entries and looks one up for each message. */
    public static ServiceOptions cache(long entries) {
        return new ServiceOptions(CACHE, false, null, null, null, null, entries, Deployment.NONE);
    }

    /**
     * Returns the options of a service that already runs and answers each request once.
     *
     * @param replies {@code null} if the service replies to inboxes
     */
    public static ServiceOptions deployed(String requests, String replies, Correlation correlate) {
        return deployed(new Deployment(true, requests, replies == null ? null : Replies.on(replies), correlate));
    }

    /** Returns the options of a service that already runs. */
    public static ServiceOptions deployed(Deployment deployment) {
        return new ServiceOptions(null, null, null, null, null, null, null, deployment);
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static ServiceOptions of(
            @JsonProperty("name") String name,
            @JsonProperty("process") Boolean process,
            @JsonProperty("work") Duration work,
            @JsonProperty("distribution") Distribution distribution,
            @JsonProperty("seed") Long seed,
            @JsonProperty("bytes") Size bytes,
            @JsonProperty("entries") Long entries,
            @JsonProperty("deployed") Boolean deployed,
            @JsonProperty("requests") String requests,
            @JsonProperty("replies") Replies replies,
            @JsonProperty("key") String key,
            @JsonProperty("correlate") Correlation correlate,
            @JsonProperty("clocksWithin") Duration clocksWithin) {
        return new ServiceOptions(
                name,
                process,
                work,
                distribution,
                seed,
                bytes,
                entries,
                new Deployment(deployed, requests, replies, key, correlate, clocksWithin));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ServiceOptions read(String name) {
        return of(WorkloadChecks.word("", name));
    }

    /** Returns the name alone if there is no other key, otherwise a mapping. */
    @JsonValue
    Object keys() {
        Map<String, Object> keys = Sections.given(this);
        keys.remove("process", false);
        if (isDeployed()) {
            keys.remove("name");
        }
        return keys.size() == 1 && !isDeployed() ? name : keys;
    }

    /** Returns the service that only answers, in the measuring process. */
    public static ServiceOptions byDefault() {
        return of(DEFAULT);
    }

    public ServiceOptions inMeasuringProcess() {
        return new ServiceOptions(name, false, work, distribution, seed, bytes, entries, Deployment.NONE);
    }

    /** Returns whether the service already runs somewhere. */
    public boolean isDeployed() {
        return deployment.isDeployed();
    }

    /** Returns whether these options say how long the service works for a message, or that it does not. */
    public boolean hasKnownTime() {
        return List.of(DEFAULT, BUSY).contains(name);
    }

    /** Returns whether these options set the service's work, rather than code of a user. */
    public boolean isSet() {
        return isWork(name);
    }

    /** Returns the computing time for a message; {@code null} for a service whose time is not set. */
    public Distribution time() {
        return Given.of("work", work).map(Distribution::constant).or(distribution);
    }
}
