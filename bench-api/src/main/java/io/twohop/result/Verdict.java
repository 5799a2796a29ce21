package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** Whether a run's numbers may be used, said before the numbers. */
public sealed interface Verdict {
    /** Words of each reason against a run that missed its rate while its backlog did not grow. */
    String NO_GROWTH = " are needed, though the backlog did not grow: ";

    /** Words of each reason against a run that missed its rate for want of a core, or in a stall of the machine. */
    String STARVED = " are needed, but this machine was not free: ";

    /** Why, the most important reason first; of {@link Met} only a condition that was changed, and mostly none. */
    @JsonProperty
    List<String> reasons();

    /** What a process that ran it exits with. */
    @JsonProperty
    int exitCode();

    /** One word for tables and files. */
    @JsonProperty
    default String kind() {
        return getClass().getSimpleName();
    }

    /** The rate was held and every message accounted for. */
    record Met(List<String> reasons) implements Verdict {
        public Met {
            reasons = List.copyOf(reasons);
        }

        public Met() {
            this(List.of());
        }

        @Override
        public int exitCode() {
            return ExitCode.OK;
        }
    }

    /** The run is sound, but a service level objective was not met. */
    record Missed(List<String> reasons) implements Verdict {
        public Missed {
            reasons = List.copyOf(reasons);
        }

        @Override
        public int exitCode() {
            return ExitCode.MISSED;
        }
    }

    /** The offered rate was not sustained: the latencies describe a growing queue, not the transport. */
    record Saturated(List<String> reasons) implements Verdict {
        public Saturated {
            reasons = List.copyOf(reasons);
        }

        @Override
        public int exitCode() {
            return ExitCode.SATURATED;
        }
    }

    /** The numbers do not mean what they seem to: messages are missing, samples too few, or the run broke off. */
    record Invalid(List<String> reasons) implements Verdict {
        public Invalid {
            reasons = List.copyOf(reasons);
        }

        @Override
        public int exitCode() {
            return ExitCode.INVALID;
        }
    }
}
