package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Verdict;
import io.twohop.testing.run.WholeRuns;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In real runs, named by its class as docs/adding-a-transport.md says; {@code LiesTest} holds verdicts against it. */
@Tag("one-jdk")
@Timeout(60)
class LyingProviderTest {
    private static final String TRANSPORT = "transport: io.twohop.testing.lying.LyingProvider\ncodec: json\n";

    /** What it loses is not waited for. */
    private static final String WORKLOAD =
            "rate: 400\nwarmup: 500ms\nduration: 500ms\ndrain: 2s\nfloor: 0s\nidle: park\njfr: off\n";

    @TempDir
    Path results;

    @Test
    void shouldDoInAJvmOfItsOwnWhatItsFileSays() throws Exception {
        BenchmarkResult result =
                WholeRuns.run(WORKLOAD, TRANSPORT + "lanes: 4\nloseEvery: 100\n", results, RunListener.NONE);

        assertThat(result.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(result.accounting().orElseThrow().lost()).isEqualTo(WholeRuns.MESSAGES / 100);
        assertThat(result.forks().get(0).accounting().orElseThrow().lanes()).hasSize(2 * 4);
    }

    /** Ten of the messages are overtaken, by others of the same key. */
    @Test
    void shouldBeFoundOutWhereItDoesNotKeepTheOrderOfAKey() throws Exception {
        BenchmarkResult result = WholeRuns.here(
                WORKLOAD + "keys: { count: 2 }\n",
                TRANSPORT + "lanes: 2\norderedByKey: true\novertakeEvery: 40\n",
                results);

        long outOfOrder = result.accounting().orElseThrow().outOfOrderByKey();
        assertThat(outOfOrder).isBetween(1L, 10L);
        assertThat(result.verdict()).isInstanceOf(Verdict.Invalid.class);
        // A busy machine may add that the half second came too late.
        assertThat(result.verdict().reasons().stream()
                        .filter(reason -> !reason.contains("of the offered rate achieved")))
                .containsExactly(
                        outOfOrder
                                + " messages out of order on their topic, partition or subject, whose order the transport promises",
                        outOfOrder + " messages out of order by key on a transport that promises order by key");
        assertThat(result.workloadSettings().at("/keys/count").asText()).isEqualTo("2");
    }

    /** One message of 400, at one of two subscribers. */
    @Test
    void shouldBeFoundOutWhereItLosesAMessageAtOneSubscriberOnly() throws Exception {
        BenchmarkResult result = WholeRuns.here(
                WORKLOAD + "subscribers: 2\n", TRANSPORT + "hop: 2\nsubscriber: 2\nloseEvery: 400\n", results);

        assertThat(result.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(result.verdict().reasons().get(0))
                .isEqualTo("subscriber 2: 1 messages lost by a transport that promises delivery exactly once");
        assertThat(result.subscribers())
                .extracting(subscriber -> subscriber.accounting().lost())
                .containsExactly(0L, 1L);
    }

    @Test
    void shouldRefuseWhatItCannotDo() {
        assertThatThrownBy(() -> WholeRuns.run(TRANSPORT + "hop: 3\n", results))
                .isInstanceOf(ConfigException.class)
                .hasMessage("mine.yaml:3:6: hop: 3 (expected: 1 or 2)");
    }
}
