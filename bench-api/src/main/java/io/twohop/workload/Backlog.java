package io.twohop.workload;

import io.twohop.config.Given;
import io.twohop.config.Help;
import java.time.Duration;
import java.util.stream.Stream;

/** A backlog that a run builds and drains: short for a fault that stops consumers. */
public record Backlog(
        @Help("time for which consumers take nothing") Duration build,

        @Help("instead of build: messages that wait when consumers start again; 1 to 2M")
        Long messages,

        @Help("time from the start of measuring; a sixth of the duration by default, 1 s to 10 s")
        Duration at) {
    private static final int PART_BEFORE = 6;
    private static final Duration LEAST_BEFORE = Duration.ofSeconds(1);
    private static final Duration MOST_BEFORE = Duration.ofSeconds(10);

    public Backlog {
        long given = Stream.of(Given.of("build", build), Given.of("messages", messages))
                .filter(Given::isPresent)
                .count();
        Given.of("", given).onlyIf(number -> number == 1, "one of build, such as 60s, and messages, such as 500k");
    }

    /** Returns the fault that builds it in a measurement of this duration. */
    Fault fault(Duration duration) {
        Duration part = duration.dividedBy(PART_BEFORE);
        Duration before = part.compareTo(LEAST_BEFORE) < 0 ? LEAST_BEFORE : part;
        return new Fault(
                Given.of("at", at).or(before.compareTo(MOST_BEFORE) > 0 ? MOST_BEFORE : before),
                Fault.CONSUMER,
                Fault.Action.STOP,
                build,
                messages,
                null,
                null,
                null,
                null);
    }
}
