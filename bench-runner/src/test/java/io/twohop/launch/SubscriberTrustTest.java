package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.Subscriber;
import io.twohop.testing.run.WholeRuns;
import io.twohop.workload.Probe;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What the machine did to the messages of one subscriber says nothing of another's. */
@Tag("one-jdk")
@Isolated("other runs of this JVM would be in its recording")
@Timeout(60)
class SubscriberTrustTest {
    @TempDir
    Path results;

    @Test
    void shouldSayOfEachSubscriberHowFarItCanBeTrusted() throws Exception {
        BenchmarkResult result = WholeRuns.explainedHere(
                "subscribers: 3\nhops: 1\n", "transport: loopback\ncodec: json\n", results, RunListener.NONE);

        Fork fork = result.forks().get(0);
        assertThat(fork.subscribers()).hasSize(3).allSatisfy(one -> {
            assertThat(one.trust().probes()).containsKey(Probe.END_TO_END);
            assertThat(one.trust().delayedShare()).isBetween(0.0, 1.0);
            assertThat(one.endToEnd().count()).isEqualTo(2_000);
        });
        Subscriber slowest = Subscriber.slowest(fork.subscribers()).orElseThrow();
        assertThat(fork.trust()).contains(slowest.trust());
        assertThat(fork.probes().get(Probe.END_TO_END)).isEqualTo(slowest.endToEnd());
        assertThat(result.endToEnd().percentilesNanos())
                .isEqualTo(slowest.endToEnd().percentilesNanos());
        assertThat(result.subscribers()).hasSize(3);
        JsonNode written = new ObjectMapper()
                .readTree(result.directory().resolve("result.json").toFile());
        assertThat(written.at("/forks/0/subscribers"))
                .hasSize(3)
                .allSatisfy(one ->
                        assertThat(one.at("/trust/probes/endToEnd").isObject()).isTrue());
    }
}
