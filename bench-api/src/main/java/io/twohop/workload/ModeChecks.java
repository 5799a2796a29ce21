package io.twohop.workload;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Given;
import io.twohop.config.Quantities;
import io.twohop.config.Rate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The rules for keys that belong to one mode. */
final class ModeChecks {
    private static final Integer DEFAULT_IN_FLIGHT = 1_000;
    private static final Rate SEARCH_START = new Rate(1_000);
    private static final Duration SEARCH_LIMIT = Duration.ofMinutes(5);

    /** Digits of a mean. */
    private static final MathContext DIGITS = new MathContext(6, RoundingMode.UP);

    /** Limit for a count if the workload does not set a duration. */
    private static final Duration COUNT_LIMIT = Duration.ofMinutes(10);

    private record Reason(Predicate<Workload> applies, String why) {}

    /** Reasons why a run cannot become steady, in order. */
    private static final List<Reason> NEVER_STEADY = List.of(
            new Reason(workload -> workload.mode() == Mode.MAX_RATE, "mode max-rate tries many rates"),
            new Reason(workload -> workload.profile().changes(), "the rate changes"),
            new Reason(workload -> workload.arrivals().isReplay(), "the file's rate changes"),
            new Reason(
                    workload -> workload.rates().stream().anyMatch(rate -> rate.perSecond() < 1),
                    "a second without a message shows nothing"));

    /** Reasons why a run follows messages to one receiver, in order. */
    private static final List<Reason> ONE_SUBSCRIBER = List.of(
            new Reason(workload -> workload.mode() == Mode.THROUGHPUT, "mode throughput sends by what arrives at one"),
            new Reason(workload -> !workload.faults().isEmpty(), "faults follow each message to one"),
            new Reason(workload -> workload.service().process(), "a service process answers to one"),
            new Reason(workload -> workload.service().isDeployed(), "a deployed service answers to one"));

    private ModeChecks() {}

    /** Returns the rates of a mode: the offered ones, the start of a search, or none. */
    static List<Rate> rates(Workload workload) {
        Mode mode = workload.mode();
        Given<List<Rate>> given = workload.given(Keys.RATE);
        List<Rate> rates = given.or(List.of());
        if (mode == Mode.LATENCY && workload.arrivals().isReplay()) {
            // The rate is known once the file has been read.
            int most = workload.arrivals().isUnread() ? 0 : 1;
            return atMost(most, rates, "no rate, since the file's times are those of arrivals; speed changes it");
        }
        return switch (mode) {
            case THROUGHPUT -> atMost(0, rates, "no rate, since mode throughput sends as fast as inFlight allows");
            case MAX_RATE ->
                rates.isEmpty() ? List.of(SEARCH_START) : atMost(1, rates, "one rate, to begin the search at");
            case LATENCY -> {
                given.neededIf(true, Quantities.EXPECTED_RATE);
                if (rates.isEmpty()) {
                    throw ConfigException.invalid("rate", "an empty list", Quantities.EXPECTED_RATE);
                }
                yield rates;
            }
        };
    }

    private static List<Rate> atMost(int most, List<Rate> rates, String expected) {
        if (rates.size() > most) {
            throw ConfigException.invalid("rate", rates.size() == 1 ? rates.get(0) : "a list", expected);
        }
        return rates;
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
    static Duration duration(Profile profile, Given<Duration> duration) {
        Duration whole = Keys.DURATION.check(profile.duration());
        return duration.onlyIf(
                        shorter -> shorter.compareTo(whole) <= 0,
                        "at most " + Quantities.text(whole) + ", which is how long the profile of rates takes")
                .or(whole);
    }

    /** Returns the mean of a profile until this time. */
    static Rate mean(Profile profile, Duration duration) {
        double perSecond = profile.messagesUntil(duration.toNanos()) / (duration.toNanos() / 1e9);
        return new Rate(new BigDecimal(perSecond).round(DIGITS).doubleValue());
    }

    /** Returns the duration of a constant rate; empty if a file decides that has not been read yet. */
    static Optional<Duration> duration(Workload workload) {
        Given<Duration> duration = workload.given(Keys.DURATION);
        if (workload.arrivals().isUnread() && !duration.isPresent()) {
            return Optional.empty();
        }
        boolean counts =
                workload.mode() == Mode.THROUGHPUT && workload.given(Keys.COUNT).isPresent();
        return Optional.of(Keys.DURATION.check(duration.or(counts ? COUNT_LIMIT : null)));
    }

    /** Refuses keys of other modes, and returns the defaults of this mode's own keys. */
    static Map<Key<?>, Object> defaults(Workload workload) {
        own(workload, Mode.THROUGHPUT, Keys.COUNT, "count");
        Given<Integer> inFlight = own(workload, Mode.THROUGHPUT, Keys.IN_FLIGHT, "inFlight");
        Given<Duration> searchLimit = own(workload, Mode.MAX_RATE, Keys.SEARCH_LIMIT, "limit");
        return switch (workload.mode()) {
            case LATENCY -> Map.of();
            case THROUGHPUT -> Map.of(Keys.IN_FLIGHT, inFlight.or(DEFAULT_IN_FLIGHT));
            case MAX_RATE -> Map.of(Keys.SEARCH_LIMIT, searchLimit.or(SEARCH_LIMIT));
        };
    }

    private static <T> Given<T> own(Workload workload, Mode owner, Key<T> key, String noun) {
        return workload.given(key)
                .onlyIf(
                        workload.mode() == owner,
                        "no " + noun + ", since it belongs to 'mode: " + Enums.text(owner) + "' only");
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
    static void loop(Workload workload) {
        workload.given(Keys.DURATION)
                .neededIf(workload.arrivals().file().loop(), "a duration such as 10m, since a loop has no end");
    }

    /** Refuses a trial of warm-up for a run that cannot become steady. */
    static void warmUp(Workload workload) {
        if (workload.isWarmedUntilSteady()) {
            refuse("warmup.until", "steady", "a time such as 10s", NEVER_STEADY, workload);
        }
    }

    /** Refuses a limit that leaves a search no time. */
    static void searchTime(Workload workload) {
        if (workload.mode() != Mode.MAX_RATE) {
            return;
        }
        SearchBudget budget = SearchBudget.of(workload);
        workload.given(Keys.SEARCH_LIMIT)
                .onlyIf(
                        limit -> limit.compareTo(budget.least()) >= 0,
                        "at least " + Quantities.text(budget.least()) + " for " + SearchBudget.FEWEST_TRIALS
                                + " trials and the measurement of their result; or shorten duration and warmup");
    }

    static void objective(Workload workload) {
        boolean isEmpty = workload.objective().isEmpty();
        if (workload.mode() == Mode.THROUGHPUT && !isEmpty) {
            throw ConfigException.invalid(
                    "slo",
                    String.join(", ", workload.get(Keys.SLO).keySet()),
                    "no objective, since mode throughput measures no latency: a closed loop would hide stalls");
        }
        if (workload.mode() == Mode.MAX_RATE && isEmpty) {
            throw ConfigException.invalid(
                    "slo", null, "what the highest rate has to meet, such as {endToEnd.p99: 1ms}");
        }
    }

    static void service(ServiceOptions service, int hops, Mode mode) {
        if (service.process() && hops == 1) {
            throw ConfigException.invalid("service.process", true, "no process, since hops: 1 has no service");
        }
        if (service.isDeployed() && hops == 1) {
            throw ConfigException.invalid("service.deployed", true, "hops: 2, since a service is between two");
        }
        if (service.isDeployed() && mode != Mode.LATENCY) {
            throw ConfigException.invalid(
                    "mode",
                    Enums.text(mode),
                    "latency with a deployed service, whose backlog would go on into what is measured next; use several rates, such"
                            + " as '-Drate=[1k,2k]'");
        }
        if (service.isSet() && hops == 1) {
            throw ConfigException.invalid("service.name", service.name(), "none, since hops: 1 has no service");
        }
    }

    static void event(EventOptions event, List<PayloadSize> sizes) {
        if (event.isOfFiles() && !sizes.isEmpty()) {
            throw ConfigException.invalid("size", sizes.get(0), "no size, since event.file has sizes of its own");
        }
    }

    /** Refuses keys that decide what the file of arrivals already decides. */
    static void columns(Workload workload) {
        ArrivalFile file = workload.arrivals().file();
        workload.given(Keys.KEYS)
                .onlyIf(!workload.arrivals().hasKeys(), "none, since arrivals.key has those of the file");
        Given.of("arrivals.topic", file.topic())
                .onlyIf(Collections.max(workload.get(Keys.TOPICS)) > 1, "none with topics: 1; set topics, such as 8");
        boolean isSized = Given.of("arrivals.size", file.size()).isPresent();
        String why = ", since arrivals.size has sizes of its own";
        Given.of("size", workload.sizes().stream().findFirst().orElse(null)).onlyIf(!isSized, "no size" + why);
        Given.of("event.file", workload.event().file()).onlyIf(!isSized, "no file" + why);
    }

    /** Refuses zeros in messages that have contents of their own. */
    static void compressible(Workload workload) {
        boolean isRandom =
                !workload.sizes().isEmpty() || workload.arrivals().file().size() != null;
        String owner = workload.event().isOfFiles()
                ? "event.file has"
                : "the event " + workload.event().name() + " has";
        workload.given(Keys.COMPRESSIBLE)
                .onlyIf(isRandom, "none, since " + owner + " contents of its own; it belongs to size");
    }

    /** Refuses several receivers if the run follows messages to one of them. */
    static void subscribers(Workload workload) {
        if (workload.subscribers() > 1) {
            refuse(Keys.SUBSCRIBERS.name(), workload.subscribers(), "1", ONE_SUBSCRIBER, workload);
        }
    }

    /** Refuses a value for the first reason that applies. */
    private static void refuse(String key, Object value, String expected, List<Reason> reasons, Workload workload) {
        reasons.stream()
                .filter(reason -> reason.applies().test(workload))
                .findFirst()
                .ifPresent(reason -> {
                    throw ConfigException.invalid(key, value, expected + ", since " + reason.why());
                });
    }
}
