package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Enums;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Nanos;
import io.twohop.config.Quantities;
import io.twohop.config.Sections;
import io.twohop.config.Size;
import io.twohop.config.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A disturbance of one part of the run during the measurement. */
public record Fault(
        @Help("time from the start of measuring") Duration at,

        @Help("target of the fault, such as broker or broker-2")
        String target,

        @Help("what is done") Action action,

        @Help(
                "duration of the fault; 1 s by default for a kill, absent for a restart and with messages, otherwise required")
        @JsonProperty("for")
        Duration outage,

        @Help("instead of a duration, for stop: messages of the backlog at which consumers start again; 1 to 2M")
        Long messages,

        @Help("time by which a delay defers each packet; 1 ms to 10 s")
        Duration by,

        @Help("bytes per second that remain, for slow; 1 KiB or more")
        Size to,

        @Help("number of repetitions; 1 to 100, 1 by default")
        Integer times,

        @Help("interval of repetitions; required if there are several")
        Duration every) {
    /** Name of the target for the network between a run's processes. */
    public static final String NETWORK = "network";

    /** Name of the target for the disk that a run keeps its data on. */
    public static final String DISK = "disk";

    /** Name of the target for the consumers of the first hop. */
    public static final String CONSUMER = "consumer";

    /** Group of the targets that end and start again: brokers and the service. */
    private static final String PROCESS = "";

    /** The default length of an action whose length the file must give. */
    private static final Optional<Duration> GIVEN = Optional.empty();

    private static final Pattern TARGET = Pattern.compile("[a-z][a-z0-9-]{0,40}");
    private static final int MOST = 100;
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(10);
    private static final int LEAST_BYTES = 1024;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final long MOST_MESSAGES = 2_000_000;

    /** Time that shows what is usual before a backlog builds: without it nobody could tell when the backlog has drained. */
    private static final Duration USUAL = Duration.ofSeconds(1);

    /** The disturbance: its target, its length, and the key that it has for itself. */
    public enum Action {
        /** A crash: the process ends at once and starts again after the outage. */
        KILL(PROCESS, Optional.of(Duration.ofSeconds(1)), ""),
        /** The process stops where it is and continues after the outage. */
        PAUSE(PROCESS, GIVEN, ""),
        /** The process ends in order and starts again at once. */
        RESTART(PROCESS, Optional.of(Duration.ZERO), ""),
        /** Messages are dropped, and no error is reported. */
        CUT(NETWORK, GIVEN, ""),
        /** Everything arrives later. */
        DELAY(NETWORK, GIVEN, "by"),
        /** The disk is full. */
        FILL(DISK, GIVEN, ""),
        /** The disk writes few bytes per second. */
        SLOW(DISK, GIVEN, "to"),
        /** Consumers take nothing until the outage is over or enough messages have piled up. */
        STOP(CONSUMER, GIVEN, "messages");

        private final String target;
        private final Optional<Duration> outage;
        private final String argument;

        Action(String target, Optional<Duration> outage, String argument) {
            this.target = target;
            this.outage = outage;
            this.argument = argument;
        }

        static List<Action> of(String target) {
            String part = Set.of(NETWORK, DISK, CONSUMER).contains(target) ? target : PROCESS;
            return Arrays.stream(values())
                    .filter(action -> action.target.equals(part))
                    .toList();
        }

        private Duration outage(Duration given, Long messages) {
            Given<Duration> its = Given.of("for", given);
            if (messages != null) {
                its.onlyIf(false, "no for, since messages says when it ends");
                return null;
            }
            boolean lasts = !outage.equals(Optional.of(Duration.ZERO));
            Duration length = its.onlyIf(lasts, "no for, since a " + Enums.text(this) + " takes as long as it takes")
                    .or(outage.orElse(null));
            return lasts ? WorkloadChecks.within("for", length, SHORTEST, LONGEST) : null;
        }

        private <T> Given<T> argument(String key, T given, String example) {
            return optional(key, given).neededIf(argument.equals(key), example);
        }

        private <T> Given<T> optional(String key, T given) {
            return Given.of(key, given).onlyIf(argument.equals(key), "no " + key + " for this action");
        }
    }

    public Fault {
        Duration earliest = CONSUMER.equals(target) ? USUAL : Duration.ZERO;
        at = WorkloadChecks.within("at", at, earliest, Duration.ofHours(24));
        Given.of("target", target)
                .needed(
                        text -> TARGET.matcher(text).matches(),
                        "a part of the run, such as broker, broker-2 or service");
        List<Action> possible = Action.of(target);
        String names = possible.stream().map(Enums::text).collect(Collectors.joining(", "));
        Given.of("action", action).needed(possible::contains, "one of " + names + " for " + target);
        action.optional("messages", messages)
                .onlyIf(number -> number >= 1 && number <= MOST_MESSAGES, "1 to 2M messages");
        outage = action.outage(outage, messages);
        action.argument("by", by, "a duration, such as 20ms")
                .map(delay -> WorkloadChecks.within("by", delay, SHORTEST, LONGEST_DELAY));
        action.argument("to", to, "a size, such as 1MiB")
                .onlyIf(size -> size.bytes() >= LEAST_BYTES, "1KiB or more, which is what is left of each second");
        times = WorkloadChecks.within("times", Given.of("times", times).or(1), 1, MOST);
        Given.of("every", every).onlyIf(times > 1, "no every, since it is done once; add times");
        if (times > 1) {
            WorkloadChecks.within("every", every, SHORTEST, LONGEST);
        }
    }

    /**
     * Creates a fault that happens once and has no argument.
     *
     * @param outage {@code null} for the action's default
     */
    public Fault(Duration at, String target, Action action, Duration outage) {
        this(at, target, action, outage, null, null, null, null, null);
    }

    @JsonValue
    Map<String, Object> keys() {
        Map<String, Object> keys = Sections.given(this);
        keys.remove("times", 1);
        return keys;
    }

    /** Returns the duration of the fault; zero for a restart and a number of messages, which take as long as they take. */
    public Duration length() {
        return Given.of("for", outage).or(Duration.ZERO);
    }

    /**
     * Returns the duration of the fault at a rate.
     *
     * @param perSecond messages, positive
     */
    public Duration length(double perSecond) {
        return Given.of("messages", messages)
                .map(number -> Duration.ofNanos(Math.round(number / perSecond * Nanos.PER_SECOND)))
                .or(length());
    }

    /**
     * Returns the end of the fault at a rate, without the time that a restart takes.
     *
     * @param perSecond messages, positive
     */
    Duration end(double perSecond) {
        return at.plus(length(perSecond));
    }

    /** Returns whether the fault builds a backlog. */
    public boolean stopsConsumers() {
        return action == Action.STOP;
    }

    /** Returns one fault for each time. */
    List<Fault> each() {
        List<Fault> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Duration later = i == 0 ? at : at.plus(every.multipliedBy(i));
            all.add(new Fault(later, target, action, outage, messages, by, to, 1, null));
        }
        return all;
    }

    /** Returns a text such as {@code kill broker}. */
    public String what() {
        return Enums.text(action) + " " + target;
    }

    @Override
    public String toString() {
        return what()
                + shown("by", by)
                + Given.of("to", to).map(size -> " to " + size).or("")
                + shown("at", at)
                + shown("for", outage)
                + Given.of("messages", messages)
                        .map(number -> Texts.format(" until %,d messages", number))
                        .or("");
    }

    private static String shown(String key, Duration given) {
        return Given.of(key, given)
                .map(time -> " " + key + " " + Quantities.text(time))
                .or("");
    }
}
