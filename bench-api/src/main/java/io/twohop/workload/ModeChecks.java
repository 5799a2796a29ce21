package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Quantities;
import io.twohop.config.Rate;
import io.twohop.config.Size;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The rules for keys that belong to one mode. */
final class ModeChecks {
    private static final Integer DEFAULT_IN_FLIGHT = 1_000;
    private static final Rate SEARCH_START = new Rate(1_000);
    private static final Duration SEARCH_LIMIT = Duration.ofMinutes(5);

    /** Digits of a mean. */
    private static final MathContext DIGITS = new MathContext(6, RoundingMode.UP);

    /** Limit for a count if the workload does not set a duration. */
    private static final Duration COUNT_LIMIT = Duration.ofMinutes(10);

    private ModeChecks() {}

    /** Returns the rates of a mode: the offered ones, the start of a search, or none. */
    static List<Rate> rates(Mode mode, List<Rate> rates, Arrivals arrivals) {
        boolean given = rates != null && !rates.isEmpty();
        if (arrivals.isReplay() && mode == Mode.LATENCY) {
            return replayed(given, rates, arrivals);
        }
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

    /** Returns the rate of a file of arrivals, which is known once the file has been read. */
    private static List<Rate> replayed(boolean given, List<Rate> rates, Arrivals arrivals) {
        if (given && (arrivals.isUnread() || rates.size() > 1)) {
            throw ConfigException.invalid(
                    "rate", shown(rates), "no rate, since the file's times are those of arrivals; speed changes it");
        }
        return given ? rates : List.of();
    }

    private static List<Rate> missing(List<Rate> rates) {
        throw ConfigException.invalid("rate", rates == null ? null : "an empty list", Quantities.EXPECTED_RATE);
    }

    /** Refuses a profile if something else decides the rate. */
    static void profile(Mode mode, Arrivals arrivals) {
        if (mode != Mode.LATENCY) {
            throw ConfigException.invalid(
                    "rate", "a profile", "no profile, since mode " + Enums.text(mode) + " has a rate of its own");
        }
        if (arrivals.isReplay()) {
            throw ConfigException.invalid("rate", "a profile", "no rate, since the file's times are those of arrivals");
        }
    }

    /** Returns the length of the profile, unless the duration cuts it short. */
    static Duration duration(Profile profile, Duration duration) {
        Duration whole = Keys.DURATION.check(profile.duration());
        if (duration != null && duration.compareTo(whole) > 0) {
            throw ConfigException.invalid(
                    "duration",
                    Quantities.text(duration),
                    "at most " + Quantities.text(whole) + ", which is how long the profile of rates takes");
        }
        return duration == null ? whole : duration;
    }

    /** Returns the mean of a profile until this time. */
    static Rate mean(Profile profile, Duration duration) {
        double perSecond = profile.messagesUntil(duration.toNanos()) / (duration.toNanos() / 1e9);
        return new Rate(new BigDecimal(perSecond).round(DIGITS).doubleValue());
    }

    static Integer inFlight(Mode mode, Integer inFlight) {
        return inFlight == null && mode == Mode.THROUGHPUT ? DEFAULT_IN_FLIGHT : inFlight;
    }

    static Duration duration(Mode mode, Duration duration, Long count, Arrivals arrivals) {
        if (duration == null && arrivals.isUnread()) {
            // The file decides once it has been read.
            return null;
        }
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
        if (mode == Mode.MAX_RATE && arrivals.isReplay()) {
            throw ConfigException.invalid(
                    "arrivals",
                    "replay",
                    "other arrivals, since mode max-rate chooses the rate and a file has its own");
        }
    }

    /** Refuses a loop without a duration: a loop has no end. */
    static void loop(Arrivals arrivals, Duration duration) {
        if (arrivals.file().loop() && duration == null) {
            throw ConfigException.invalid("duration", null, "a duration such as 10m, since a loop has no end");
        }
    }

    static void warmUp(Workload workload) {
        String why = notSteady(workload);
        if (workload.isWarmedUntilSteady() && why != null) {
            throw ConfigException.invalid("warmup.until", "steady", "a time such as 10s, since " + why);
        }
    }

    /**
     * Returns the reason why a run cannot become steady, or {@code null}: a changing rate never does, and a second without a
     * message shows nothing.
     */
    private static String notSteady(Workload workload) {
        if (workload.mode() == Mode.MAX_RATE) {
            return "mode max-rate tries many rates";
        }
        if (workload.profile() != null) {
            return "the rate changes";
        }
        if (workload.arrivals().isReplay()) {
            return "the file's rate changes";
        }
        return workload.rates().stream().anyMatch(rate -> rate.perSecond() < 1)
                ? "a second without a message shows nothing"
                : null;
    }

    /** Returns the limit on a search; {@code null} in other modes. */
    static Duration searchLimit(Mode mode, Duration limit) {
        if (mode == Mode.MAX_RATE) {
            return limit == null ? SEARCH_LIMIT : limit;
        }
        if (limit != null) {
            throw ConfigException.invalid(
                    Keys.SEARCH_LIMIT.name(),
                    Quantities.text(limit),
                    "no limit, since it belongs to 'mode: max-rate' only");
        }
        return null;
    }

    /** Refuses a limit that leaves a search no time. */
    static void searchTime(Workload workload) {
        if (workload.mode() != Mode.MAX_RATE) {
            return;
        }
        SearchBudget budget = SearchBudget.of(workload);
        if (workload.searchLimit().compareTo(budget.least()) < 0) {
            throw ConfigException.invalid(
                    Keys.SEARCH_LIMIT.name(),
                    Quantities.text(workload.searchLimit()),
                    "at least " + Quantities.text(budget.least()) + " for " + SearchBudget.FEWEST_TRIALS
                            + " trials and the measurement of their result; or shorten duration and warmup");
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

    /** Refuses keys that decide what the file of arrivals already decides. */
    static void columns(Workload workload) {
        Arrivals arrivals = workload.arrivals();
        if (arrivals.file().key() != null && workload.messageKeys() != null) {
            throw ConfigException.invalid(
                    "keys", workload.messageKeys(), "none, since arrivals.key has those of the file");
        }
        if (arrivals.file().topic() != null && Collections.max(workload.get(Keys.TOPICS)) == 1) {
            throw ConfigException.invalid(
                    "arrivals.topic", arrivals.file().topic(), "none with topics: 1; set topics, such as 8");
        }
        if (arrivals.file().size() == null) {
            return;
        }
        String why = ", since arrivals.size has sizes of its own";
        if (!workload.sizes().isEmpty()) {
            throw ConfigException.invalid("size", workload.sizes().get(0), "no size" + why);
        }
        if (workload.event().isOfFiles()) {
            throw ConfigException.invalid("event.file", workload.event().file(), "no file" + why);
        }
    }

    /** Refuses several receivers if the run follows messages to one of them. */
    static void subscribers(Workload workload) {
        String why = oneSubscriber(workload);
        if (workload.subscribers() > 1 && why != null) {
            throw ConfigException.invalid(Keys.SUBSCRIBERS.name(), workload.subscribers(), "1, since " + why);
        }
    }

    private static String oneSubscriber(Workload workload) {
        if (workload.mode() == Mode.THROUGHPUT) {
            return "mode throughput sends by what arrives at one";
        }
        if (!workload.faults().isEmpty()) {
            return "faults follow each message to one";
        }
        return workload.service().process() ? "a service process answers to one" : null;
    }

    /** Refuses keys that only a closed loop has. */
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
