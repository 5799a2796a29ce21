package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Distribution;
import io.twohop.config.Help;
import io.twohop.config.Size;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The service that answers: its name, its process, and its work. */
public record ServiceOptions(
        @Help("name of the service, or of a class") String name,

        @Help("whether the service runs in a separate process, as in production")
        boolean process,

        @Help("for busy: time of work for each message; 100ns to 10s")
        Duration work,

        @Help("for busy, instead of work: constant(20us), exponential(20us) or lognormal(20us, 1.0), each with that"
                + " mean")
        Distribution distribution,

        @Help("seed of random values, which each instance draws by itself; 1 by default")
        Long seed,

        @Help("for allocate: bytes allocated for each message; 1B to 64MiB")
        Size bytes,

        @Help("for cache: number of entries; 1 to 100M") Long entries) {
    /** The name of the service that computes. */
    public static final String BUSY = "busy";

    /** The name of the service that makes garbage. */
    public static final String ALLOCATE = "allocate";

    /** The name of the service that keeps many entries. */
    public static final String CACHE = "cache";

    private static final String DEFAULT = "pass-through";

    public ServiceOptions {
        name = WorkloadChecks.word("name", name);
        ServiceChecks.work(name, work, distribution);
        seed = ServiceChecks.seed(name, distribution, seed);
        ServiceChecks.belongs("bytes", bytes, ALLOCATE, name, "a size, such as 2KiB");
        ServiceChecks.belongs("entries", entries, CACHE, name, ServiceChecks.EXPECTED_ENTRIES);
        ServiceChecks.entries(entries);
    }

    /** Creates the options of a service without settings of its own. */
    public ServiceOptions(String name, boolean process) {
        this(name, process, null, null, null, null, null);
    }

    /** Returns the options of a service in the measuring process. */
    public static ServiceOptions of(String name) {
        return new ServiceOptions(name, false);
    }

    /** Returns a service that computes for a time on each message. */
    public static ServiceOptions busy(Distribution time) {
        return new ServiceOptions(BUSY, false, null, time, null, null, null);
    }

    /** Returns a service that allocates for each message. */
    public static ServiceOptions allocate(Size bytes) {
        return new ServiceOptions(ALLOCATE, false, null, null, null, bytes, null);
    }

    /** Returns a service that keeps entries and looks one up for each message. */
    public static ServiceOptions cache(long entries) {
        return new ServiceOptions(CACHE, false, null, null, null, null, entries);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ServiceOptions read(String name) {
        return of(WorkloadChecks.word("", name));
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static ServiceOptions of(
            @JsonProperty("name") String name,
            @JsonProperty("process") Boolean process,
            @JsonProperty("work") Duration work,
            @JsonProperty("distribution") Distribution distribution,
            @JsonProperty("seed") Long seed,
            @JsonProperty("bytes") Size bytes,
            @JsonProperty("entries") Long entries) {
        String named = name != null ? name : ServiceChecks.named(work, distribution, bytes, entries, DEFAULT);
        return new ServiceOptions(named, process != null && process, work, distribution, seed, bytes, entries);
    }

    /** Returns the name alone if there is no other key, otherwise a mapping. */
    @JsonValue
    Object keys() {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("name", name);
        keys.put("process", process ? true : null);
        keys.put("work", work);
        keys.put("distribution", distribution);
        keys.put("seed", seed);
        keys.put("bytes", bytes);
        keys.put("entries", entries);
        keys.values().removeIf(Objects::isNull);
        return keys.size() == 1 ? name : keys;
    }

    /** Returns the service that only answers, in the measuring process. */
    public static ServiceOptions byDefault() {
        return of(DEFAULT);
    }

    /** Returns the same service in the measuring process. */
    public ServiceOptions inMeasuringProcess() {
        return new ServiceOptions(name, false, work, distribution, seed, bytes, entries);
    }

    /** Returns whether these options set the service's work, rather than code of a user. */
    public boolean isSet() {
        return time() != null || bytes != null || entries != null;
    }

    /** Returns the computing time for a message; {@code null} for a service whose time is not set. */
    public Distribution time() {
        return work == null ? distribution : Distribution.constant(work);
    }
}
