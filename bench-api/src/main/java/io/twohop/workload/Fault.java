package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Help;
import io.twohop.config.Quantities;
import io.twohop.config.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A disturbance of one part of the run during the measurement. */
public record Fault(
        @Help("time from the start of measuring") Duration at,

        @Help("target of the fault, such as broker or broker-2")
        String target,

        @Help("what is done") Action action,

        @Help("duration of the fault; 1 s by default for a kill, absent for a restart, otherwise required")
        @JsonProperty("for")
        Duration outage,

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
        SLOW(DISK, GIVEN, "to");

        private final String target;
        private final Optional<Duration> outage;
        private final String argument;

        Action(String target, Optional<Duration> outage, String argument) {
            this.target = target;
            this.outage = outage;
            this.argument = argument;
        }

        static List<Action> of(String target) {
            String part = NETWORK.equals(target) || DISK.equals(target) ? target : PROCESS;
            return Arrays.stream(values())
                    .filter(action -> action.target.equals(part))
                    .toList();
        }

        private Duration outage(Duration given) {
            if (outage.equals(Optional.of(Duration.ZERO))) {
                if (given != null) {
                    String shown = Quantities.text(given);
                    throw ConfigException.invalid(
                            "for", shown, "no for, since a " + Enums.text(this) + " takes as long as it takes");
                }
                return null;
            }
            return WorkloadChecks.within("for", given == null ? outage.orElse(null) : given, SHORTEST, LONGEST);
        }

        private <T> T argument(String key, T given, String example) {
            boolean wanted = argument.equals(key);
            if (wanted && given == null) {
                throw ConfigException.invalid(key, null, example);
            }
            if (!wanted && given != null) {
                Object shown = given instanceof Duration duration ? Quantities.text(duration) : given;
                throw ConfigException.invalid(key, shown, "no " + key + " for this action");
            }
            return given;
        }
    }

    public Fault {
        at = WorkloadChecks.within("at", at, Duration.ZERO, Duration.ofHours(24));
        if (target == null || !TARGET.matcher(target).matches()) {
            throw ConfigException.invalid("target", target, "a part of the run, such as broker, broker-2 or service");
        }
        List<Action> possible = Action.of(target);
        if (action == null || !possible.contains(action)) {
            throw ConfigException.invalid(
                    "action",
                    action == null ? null : Enums.text(action),
                    "one of " + possible.stream().map(Enums::text).collect(Collectors.joining(", ")) + " for "
                            + target);
        }
        outage = action.outage(outage);
        by = action.argument("by", by, "a duration, such as 20ms");
        if (by != null) {
            by = WorkloadChecks.within("by", by, SHORTEST, LONGEST_DELAY);
        }
        to = action.argument("to", to, "a size, such as 1MiB");
        if (to != null && to.bytes() < LEAST_BYTES) {
            throw ConfigException.invalid("to", to, "1KiB or more, which is what is left of each second");
        }
        times = WorkloadChecks.within("times", times == null ? 1 : times, 1, MOST);
        if (times == 1 && every != null) {
            throw ConfigException.invalid(
                    "every", Quantities.text(every), "no every, since it is done once; add times");
        }
        if (times > 1) {
            every = WorkloadChecks.within("every", every, SHORTEST, LONGEST);
        }
    }

    /**
     * Creates a fault that happens once and has no argument.
     *
     * @param outage {@code null} for the action's default
     */
    public Fault(Duration at, String target, Action action, Duration outage) {
        this(at, target, action, outage, null, null, null, null);
    }

    @JsonValue
    Map<String, Object> keys() {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("at", at);
        keys.put("target", target);
        keys.put("action", action);
        keys.put("for", outage);
        keys.put("by", by);
        keys.put("to", to);
        keys.put("times", every == null ? null : times);
        keys.put("every", every);
        keys.values().removeIf(Objects::isNull);
        return keys;
    }

    /** Returns the end of the fault, without the time that a restart takes. */
    public Duration end() {
        return outage == null ? at : at.plus(outage);
    }

    /** Returns one fault for each time. */
    List<Fault> each() {
        List<Fault> all = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Duration later = i == 0 ? at : at.plus(every.multipliedBy(i));
            all.add(new Fault(later, target, action, outage, by, to, 1, null));
        }
        return all;
    }

    /** Returns a text such as {@code kill broker}. */
    public String what() {
        return Enums.text(action) + " " + target;
    }

    @Override
    public String toString() {
        return what() + (by == null ? "" : " by " + Quantities.text(by)) + (to == null ? "" : " to " + to) + " at "
                + Quantities.text(at) + (outage == null ? "" : " for " + Quantities.text(outage));
    }
}
