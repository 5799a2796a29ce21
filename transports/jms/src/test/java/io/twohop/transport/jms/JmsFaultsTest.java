package io.twohop.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Faults;
import io.twohop.result.Verdict;
import io.twohop.testing.run.WholeRuns;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of real brokers, in whole runs that are measured in this JVM. */
@Tag("faults")
@Order(1)
@Timeout(360)
class JmsFaultsTest {
    private static final int RATE = 200;

    @TempDir
    Path results;

    private Faults run(int seconds, String transport, String fault) throws Exception {
        return WholeRuns.underFaults(
                "rate: " + RATE + "\nduration: " + seconds + "s\ndrain: 15s\nfaults:\n" + fault, transport, results);
    }

    @Test
    void shouldLoseNothingThatArtemisAcknowledgedInItsJournal() throws Exception {
        Faults faults = run(
                6,
                "transport: jms\npersistent: true\njournal: nio",
                "  - { at: 2s, target: broker-1, action: kill, for: 300ms }\n");

        assertThat(faults.acknowledgedLost()).isZero();
        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isPositive();
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"restart }", "pause, for: 500ms }"})
    void shouldGoOnAfterOtherFaultsOfArtemis(String action) throws Exception {
        Faults faults = run(
                6,
                "transport: jms\npersistent: true\njournal: nio",
                "  - { at: 2s, target: broker-1, action: " + action + "\n");

        assertThat(faults.acknowledgedLost()).isZero();
        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isPositive();
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"kill, for: 300ms }", "restart }", "pause, for: 500ms }"})
    void shouldLoseNothingThatClassicAcknowledgedInItsStore(String action) throws Exception {
        Faults faults = run(
                6,
                "transport: jms\nprovider: classic\npersistent: true",
                "  - { at: 2s, target: broker-1, action: " + action + "\n");

        assertThat(faults.acknowledgedLost()).isZero();
        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isPositive();
    }

    /** Artemis gives what the dead service had taken to the next one after a minute only. */
    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"artemis", "classic"})
    void shouldLoseNothingWhenItsServiceDies(String provider) throws Exception {
        BenchmarkResult result = WholeRuns.run(
                "rate: " + RATE + "\nwarmup: 1s\nduration: 6s\nfloor: 0s\nidle: park\njfr: off\ndrain: 90s\n"
                        + "service: { process: true }\nfaults: [{ at: 2s, target: service, action: kill, for: 300ms }]\n",
                "transport: jms\nprovider: " + provider,
                results,
                RunListener.NONE);

        assertThat(result.verdict()).as(result.toString()).isNotInstanceOf(Verdict.Invalid.class);
        Faults faults = result.forks().get(0).faults().orElseThrow();
        assertThat(faults.lost()).isZero();
    }
}
