package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The retired NATS Streaming from the command line, with a server that the run starts itself. */
@Timeout(360)
class NatsStreamingCommandTest {
    /** It is not in the distribution. */
    private static final String ITS_CLASSPATH =
            "--classpath=" + Path.of(System.getProperty("twohop.home"), "transports/nats-streaming/target/lib") + "/*";

    @TempDir
    Path directory;

    @Test
    void shouldMeasureTheFirstShippedFile() throws Exception {
        assertMeasured("file");
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"memory", "fsync"})
    void shouldMeasureEveryOtherShippedFile(String store) throws Exception {
        assertMeasured(store);
    }

    private void assertMeasured(String store) throws Exception {
        BenchProcess bench = BenchProcess.jar(
                directory, BenchProcess.with(BenchProcess.SHIPPED, ITS_CLASSPATH, "nats-streaming-" + store + ".yaml"));

        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        Accounts.assertBalanced(result);
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(400);
        assertThat(result.at("/accounting/duplicated").asInt()).isZero();
        assertThat(result.at("/probes/acknowledge/count").asInt()).isEqualTo(200);
        assertThat(result.at("/forks/0/incidents")).isEmpty();
        assertThat(result.at("/forks/0/versions/nats-streaming-server").asText())
                .matches("0\\.25\\.\\d+");
        assertThat(bench.result().resolve("nats-streaming-server.log")).isNotEmptyFile();
        assertThat(bench.leftBehind()).isEmpty();
    }

    /** The codec's libraries and the client's are in one class path. */
    @Test
    void shouldRefuseACodecThatNeedsAnotherProtobuf() throws Exception {
        BenchCall bench = BenchCall.of(
                directory, ITS_CLASSPATH, "-Dworkload=smoke.yaml", "-Dcodec=protobuf", "nats-streaming-memory.yaml");

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err())
                .contains(
                        "codec: protobuf (expected: a codec whose libraries go with those of nats-streaming, which needs"
                                + " protobuf-java");
    }

    @Test
    void shouldSayWhyThereIsNoServer() throws Exception {
        List<String> bare = List.of("PATH=/nowhere", "HOME=" + directory, "XDG_CACHE_HOME=" + directory);
        String why = "no nats-streaming-server 0.25 or newer, and nothing to fetch it with; install it by"
                + " GOTOOLCHAIN=go[0-9.]+ CGO_ENABLED=0 go install -trimpath github.com/nats-io/nats-streaming-server@v";

        BenchProcess list = BenchProcess.jarWithEnvironment(directory, bare, List.of(), "list", ITS_CLASSPATH);
        assertThat(list.exitCode()).isZero();
        assertThat(list.out()).containsPattern("nats-streaming-file.yaml .*\\[unavailable: " + why);

        BenchProcess run = BenchProcess.jarWithEnvironment(
                directory, bare, List.of(), ITS_CLASSPATH, "-Dworkload=smoke.yaml", "nats-streaming-file.yaml");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).containsPattern(why);
    }
}
