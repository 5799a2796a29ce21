package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.finding.Finding;
import io.twohop.published.Reference;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of one workload cell on one transport, over all its forks. In {@code result.json} the sections lie flat; each
 * component of a section has an accessor of its name here; those that a result may lack are {@link Optional}.
 *
 * @param run name, start, and end
 * @param verdict to be read before any number
 * @param subject workload and transport
 * @param figures of all forks together
 * @param chosen settings that the run chose by measuring
 * @param turns with the forks of other results
 * @param yardsticks published figures, and the harness's own cost
 * @param warnings reasons to trust the numbers less
 * @param forks each measurement
 */
public record BenchmarkResult(
        @JsonUnwrapped Run run,
        Verdict verdict,
        @JsonUnwrapped Subject subject,
        @JsonUnwrapped Figures figures,
        @JsonUnwrapped Chosen chosen,
        @JsonUnwrapped Turns turns,
        @JsonUnwrapped Yardsticks yardsticks,
        @JsonIgnoreProperties("invalidates") List<Finding> warnings,
        List<Fork> forks)
        implements Measured {
    /** The version of result files that this library writes. */
    public static final int SCHEMA_VERSION = 1;

    /** Returns the version of the result file. */
    @JsonProperty(index = 0, access = JsonProperty.Access.READ_ONLY)
    public int schemaVersion() {
        return SCHEMA_VERSION;
    }

    public String name() {
        return run.name();
    }

    public Instant startedAt() {
        return run.startedAt();
    }

    public boolean complete() {
        return run.complete();
    }

    public String revision() {
        return run.revision();
    }

    public Path directory() {
        return run.directory();
    }

    public String workload() {
        return subject.workload();
    }

    public JsonNode workloadSettings() {
        return subject.workloadSettings();
    }

    public String transport() {
        return subject.transport();
    }

    public JsonNode transportSettings() {
        return subject.transportSettings();
    }

    public int payloadBytes() {
        return subject.payloadBytes();
    }

    public Optional<EventSamples> samples() {
        return Optional.ofNullable(subject.samples());
    }

    public Optional<KeyUse> keys() {
        return Optional.ofNullable(subject.keys());
    }

    public Optional<Search> search() {
        return Optional.ofNullable(chosen.search());
    }

    public Optional<ReachedPrecision> precision() {
        return Optional.ofNullable(chosen.precision());
    }

    public Optional<SteadyWarmUp> warmUp() {
        return Optional.ofNullable(chosen.warmUp());
    }

    public Optional<String> interleaved() {
        return Optional.ofNullable(turns.interleaved());
    }

    public Optional<SideBySide> duet() {
        return Optional.ofNullable(turns.duet());
    }

    public List<Reference> published() {
        return yardsticks.published();
    }

    public Optional<Floor> floor() {
        return Optional.ofNullable(yardsticks.floor());
    }

    /** Returns this result with the directory of its files. */
    public BenchmarkResult writtenTo(Path directory) {
        return new BenchmarkResult(
                new Run(run.name(), run.startedAt(), run.complete(), run.revision(), directory),
                verdict,
                subject,
                figures,
                chosen,
                turns,
                yardsticks,
                warnings,
                forks);
    }

    /** Returns the result in a few lines: verdict, trust, rates, latencies end to end, and where its files are. */
    @Override
    public String toString() {
        return ResultText.of(this);
    }
}
