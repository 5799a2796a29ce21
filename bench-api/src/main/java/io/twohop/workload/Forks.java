package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Quantities;
import io.twohop.config.Sections;
import java.util.Optional;

/** The number of fresh JVMs that repeat a run; {@code until} is empty if it is fixed. */
public record Forks(
        @Help("precision at which no more forks are made, such as 'endToEnd.p99 +-5 %'")
        String until,

        @Help("maximum number of fresh JVMs; 5 to 100, 30 by default")
        int most) {
    /** Smallest limit for a number that depends on precision: fewer forks may agree by chance. */
    public static final int LEAST = 5;

    private static final int MOST = 100;
    private static final int USUAL_MOST = 30;

    public Forks {
        until = until.isEmpty() ? "" : Precision.of("until", until).toString();
        WorkloadChecks.within(until.isEmpty() ? "" : "most", most, until.isEmpty() ? 1 : LEAST, MOST);
    }

    public static Forks of(int number) {
        return new Forks("", number);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Forks read(String number) {
        return of((int) WorkloadChecks.within("", count(number), 1L, MOST));
    }

    private static long count(String number) {
        try {
            return Quantities.count(number);
        } catch (ConfigException e) {
            throw ConfigException.invalid(
                    "", number, "a whole number from 1 to " + MOST + ", or {until: 'endToEnd.p99 +-5 %', most: 30}");
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static Forks of(@JsonProperty("until") String until, @JsonProperty("most") Integer most) {
        Given.of("until", until).needed(text -> !text.isEmpty(), Precision.EXPECTED);
        return new Forks(until, Given.of("most", most).or(USUAL_MOST));
    }

    /** Returns the precision to reach; empty if the number is fixed. */
    public Optional<Precision> precision() {
        return Optional.of(until).filter(text -> !text.isEmpty()).map(text -> Precision.of("until", text));
    }

    /** Returns the number alone if it is fixed, otherwise a mapping. */
    @JsonValue
    Object keys() {
        return until.isEmpty() ? most : Sections.given(this);
    }
}
