package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.twohop.finding.Finding;
import io.twohop.finding.Severity;
import java.util.List;

/** The judgement whether a run's numbers may be used, shown before them. */
@JsonPropertyOrder({"reasons", "exitCode", "kind"})
public sealed interface Verdict {
    /**
     * Reads a verdict from a result file, which holds findings as text.
     *
     * @param kind its {@link #kind()}; another word is an invalid verdict
     */
    @JsonCreator
    static Verdict of(@JsonProperty("kind") String kind, @JsonProperty("reasons") List<String> reasons) {
        return switch (String.valueOf(kind)) {
            case "Met" -> new Met(read(reasons, Severity.NOTE));
            case "Missed" -> new Missed(read(reasons, Severity.MISSED));
            case "Saturated" -> new Saturated(read(reasons, Severity.SATURATED));
            default -> new Invalid(read(reasons, Severity.INVALID));
        };
    }

    private static List<Finding> read(List<String> reasons, Severity severity) {
        return reasons.stream()
                .map(reason -> new Finding(null, severity, reason, ""))
                .toList();
    }

    /**
     * Returns why, the most important reason first. A {@link Met} has only conditions that were changed, and usually nothing.
     */
    @JsonIgnore
    List<Finding> findings();

    /** Returns the findings as text. */
    @JsonProperty
    default List<String> reasons() {
        return findings().stream().map(Finding::sentence).toList();
    }

    /** Returns the exit code of a process that made the run. */
    @JsonProperty
    int exitCode();

    /** Returns one word for tables and files. */
    @JsonProperty
    default String kind() {
        return getClass().getSimpleName();
    }

    /** The rate was held and every message accounted for. */
    record Met(List<Finding> findings) implements Verdict {
        public Met {
            findings = List.copyOf(findings);
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
    record Missed(List<Finding> findings) implements Verdict {
        public Missed {
            findings = List.copyOf(findings);
        }

        @Override
        public int exitCode() {
            return ExitCode.MISSED;
        }
    }

    /** The offered rate was not sustained: the latencies describe a growing queue, not the transport. */
    record Saturated(List<Finding> findings) implements Verdict {
        public Saturated {
            findings = List.copyOf(findings);
        }

        @Override
        public int exitCode() {
            return ExitCode.SATURATED;
        }
    }

    /** The numbers do not mean what they seem to: messages are missing, samples too few, or the run broke off. */
    record Invalid(List<Finding> findings) implements Verdict {
        public Invalid {
            findings = List.copyOf(findings);
        }

        @Override
        public int exitCode() {
            return ExitCode.INVALID;
        }
    }
}
