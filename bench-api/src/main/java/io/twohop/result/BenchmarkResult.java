package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.account.Accounting;
import io.twohop.account.Throughput;
import io.twohop.finding.Finding;
import io.twohop.published.Reference;
import io.twohop.workload.Probe;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What one workload cell on one transport came to, over all its forks.
 *
 * @param schemaVersion of the result file; see docs/RESULTS.md
 * @param name of the run: time, workload, cell, transport
 * @param startedAt when it was started
 * @param complete whether every fork ran to its end
 * @param verdict to be read before any number
 * @param workload the workload's name
 * @param workloadSettings the workload in effect, overrides applied, secrets redacted
 * @param transport the transport file's name
 * @param transportSettings the transport file in effect, overrides applied, secrets redacted
 * @param payloadBytes the payload size of a {@code size} workload; 0 for an event
 * @param samples of a workload that sends files; null of others
 * @param keys of its messages; null where they have none
 * @param rates offered, and the mean achieved over forks
 * @param throughput of a closed loop, all forks' messages over all forks' time; null of an open one
 * @param search how the rate was found; null where it was given
 * @param accounting the account of every message, summed over forks; null if no fork was complete
 * @param probes latencies by probe, all forks' samples together
 * @param subscribers what each received, all forks together; empty where there is one
 * @param trust how far those are not the machine's doing; null where some fork does not know
 * @param published what others measured in the same run, on other hardware
 * @param floor the harness's own cost, or null if it was not measured: asked for so, or the run itself was of loopback
 *     or broke off
 * @param warnings what makes the numbers worth less than they could be
 * @param forks each measurement
 * @param precision how well the figure is known that decided the number of forks; null where that was fixed
 * @param warmUp how long warm-up took that a trial decided on; null where the workload says how long
 * @param interleaved names the call of {@code --interleave} that let the forks of several results take turns: fork n was
 *     measured in its round n; null without
 * @param duet how the forks were measured side by side with another run's; null without {@code --duet}
 * @param revision git revision of the benchmark, or "unknown"
 * @param directory where its files are; null until they are written
 */
public record BenchmarkResult(
        int schemaVersion,
        String name,
        Instant startedAt,
        boolean complete,
        Verdict verdict,
        String workload,
        JsonNode workloadSettings,
        String transport,
        JsonNode transportSettings,
        int payloadBytes,
        EventSamples samples,
        KeyUse keys,
        Rates rates,
        Throughput throughput,
        Search search,
        Accounting accounting,
        Map<Probe, LatencySummary> probes,
        List<Subscriber> subscribers,
        Trust trust,
        List<Reference> published,
        Floor floor,
        @JsonIgnoreProperties("invalidates") List<Finding> warnings,
        List<Fork> forks,
        ReachedPrecision precision,
        SteadyWarmUp warmUp,
        String interleaved,
        SideBySide duet,
        String revision,
        @JsonIgnore Path directory) {
    /** The version this library writes. */
    public static final int SCHEMA_VERSION = 1;

    /** Latency from intended time to the sink. */
    public LatencySummary endToEnd() {
        return probes.get(Probe.END_TO_END);
    }

    /** This one, whose files are there. */
    public BenchmarkResult writtenTo(Path directory) {
        return new BenchmarkResult(
                schemaVersion,
                name,
                startedAt,
                complete,
                verdict,
                workload,
                workloadSettings,
                transport,
                transportSettings,
                payloadBytes,
                samples,
                keys,
                rates,
                throughput,
                search,
                accounting,
                probes,
                subscribers,
                trust,
                published,
                floor,
                warnings,
                forks,
                precision,
                warmUp,
                interleaved,
                duet,
                revision,
                directory);
    }

    /** Returns the result in a few lines: verdict, trust, rates, latencies end to end, and where its files are. */
    @Override
    public String toString() {
        return ResultText.of(this);
    }
}
