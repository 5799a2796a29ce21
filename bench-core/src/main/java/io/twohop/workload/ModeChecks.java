package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Quantities;
import io.twohop.config.Rate;
import io.twohop.config.Size;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Which keys belong to which mode. */
final class ModeChecks {
    private static final Integer DEFAULT_IN_FLIGHT = 1_000;
    private static final Rate SEARCH_START = new Rate(1_000);

    /** How long a count may take if the workload does not say. */
    private static final Duration COUNT_LIMIT = Duration.ofMinutes(10);

    private ModeChecks() {}

    /** The rates of a mode: offered, where to begin to search, or none. */
    static List<Rate> rates(Mode mode, List<Rate> rates) {
        boolean given = rates != null && !rates.isEmpty();
        if (mode == Mode.THROUGHPUT && given) {
            throw ConfigException.invalid(
                    "rate", shown(rates), "no rate, since mode throughput sends as fast as inFlight allows");
        }
        if (mode == Mode.MAX_RATE && given && rates.size() > 1) {
            throw ConfigException.invalid("rate", shown(rates), "one rate, to begin the search at");
        }
        return switch (mode) {
            case THROUGHPUT -> List.of();
            case MAX_RATE -> given ? rates : List.of(SEARCH_START);
            case LATENCY -> given ? rates : missing(rates);
        };
    }

    private static List<Rate> missing(List<Rate> rates) {
        throw ConfigException.invalid("rate", rates == null ? null : "an empty list", Quantities.EXPECTED_RATE);
    }

    static Integer inFlight(Mode mode, Integer inFlight) {
        return inFlight == null && mode == Mode.THROUGHPUT ? DEFAULT_IN_FLIGHT : inFlight;
    }

    static Duration duration(Mode mode, Duration duration, Long count) {
        return duration == null && mode == Mode.THROUGHPUT && count != null
                ? COUNT_LIMIT
                : Keys.DURATION.check(duration);
    }

    static void arrivals(Mode mode, Arrivals arrivals) {
        if (mode == Mode.THROUGHPUT && arrivals.kind() != Arrivals.Kind.CONSTANT) {
            throw ConfigException.invalid(
                    "arrivals",
                    Enums.text(arrivals.kind()),
                    "no arrivals, since mode throughput sends as soon as inFlight allows");
        }
    }

    static void slo(Mode mode, Map<String, String> texts, Slo slo) {
        if (mode == Mode.THROUGHPUT && !slo.isEmpty()) {
            throw ConfigException.invalid(
                    "slo",
                    String.join(", ", texts.keySet()),
                    "no objective, since mode throughput measures no latency: a closed loop would hide stalls");
        }
        if (mode == Mode.MAX_RATE && slo.isEmpty()) {
            throw ConfigException.invalid(
                    "slo", null, "what the highest rate has to meet, such as {endToEnd.p99: 1ms}");
        }
    }

    static void service(ServiceOptions service, int hops) {
        if (service.process() && hops == 1) {
            throw ConfigException.invalid("service.process", true, "no process, since hops: 1 has no service");
        }
        if (service.isSet() && hops == 1) {
            throw ConfigException.invalid("service.name", service.name(), "none, since hops: 1 has no service");
        }
    }

    static void event(EventOptions event, List<Size> sizes) {
        if (event.isOfFiles() && !sizes.isEmpty()) {
            throw ConfigException.invalid("size", sizes.get(0), "no size, since event.file has sizes of its own");
        }
    }

    /** Refuses what only a closed loop has. */
    static void belongs(Key<?> key, Object value, Mode mode) {
        if (value != null && mode != Mode.THROUGHPUT) {
            throw ConfigException.invalid(
                    key.name(), value, "no " + key + ", since it belongs to 'mode: throughput' only");
        }
    }

    private static String shown(List<Rate> rates) {
        return rates.size() == 1 ? rates.get(0).toString() : "a list";
    }
}
