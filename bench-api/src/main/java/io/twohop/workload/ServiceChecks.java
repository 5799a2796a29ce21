package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Distribution;
import io.twohop.config.Quantities;
import io.twohop.config.Size;
import java.time.Duration;

/** The rules for keys that belong to one service. */
final class ServiceChecks {
    static final String EXPECTED_ENTRIES = "a whole number from 1 to 100,000,000, such as 1M";

    private static final String EXPECTED_WORK = "a duration, such as 20us, or distribution: lognormal(20us, 1.0)";
    private static final long DEFAULT_SEED = 1;
    private static final long MOST_ENTRIES = 100_000_000;

    private ServiceChecks() {}

    /** Returns the name of the service that has the given keys. */
    static String named(Duration work, Distribution distribution, Size bytes, Long entries, String otherwise) {
        if (work != null || distribution != null) {
            return ServiceOptions.BUSY;
        }
        if (bytes != null) {
            return ServiceOptions.ALLOCATE;
        }
        return entries == null ? otherwise : ServiceOptions.CACHE;
    }

    /** Refuses a key of another service, and the absence of a key that this service needs. */
    static void belongs(String key, Object value, String owner, String name, String expected) {
        boolean isOwn = owner.equals(name);
        if (isOwn && value == null) {
            throw ConfigException.invalid(key, null, expected);
        }
        if (!isOwn && value != null) {
            throw ConfigException.invalid(
                    key, shown(value), "no " + key + ", since it belongs to 'name: " + owner + "' only");
        }
    }

    static void work(String name, Duration work, Distribution distribution) {
        belongs(
                distribution == null ? "work" : "distribution",
                work == null ? distribution : work,
                ServiceOptions.BUSY,
                name,
                EXPECTED_WORK);
        if (work != null && distribution != null) {
            throw ConfigException.invalid(
                    "work", Quantities.text(work), "no work beside distribution, which says its mean");
        }
        if (work != null) {
            try {
                Distribution.constant(work);
            } catch (ConfigException e) {
                throw ConfigException.invalid(
                        "work", Quantities.text(work), "a duration of 100ns to 10s, such as 20us");
            }
        }
    }

    /** Returns the seed; only random times have one. */
    static Long seed(String name, Distribution distribution, Long seed) {
        boolean isRandom = name.equals(ServiceOptions.CACHE) || distribution != null && distribution.isRandom();
        if (seed != null && !isRandom) {
            throw ConfigException.invalid("seed", seed, "no seed, since nothing of it is random");
        }
        return isRandom && seed == null ? (Long) DEFAULT_SEED : seed;
    }

    static void entries(Long entries) {
        if (entries != null && (entries < 1 || entries > MOST_ENTRIES)) {
            throw ConfigException.invalid("entries", entries, EXPECTED_ENTRIES);
        }
    }

    private static Object shown(Object value) {
        return value instanceof Duration duration ? Quantities.text(duration) : value;
    }
}
