package io.twohop.transport.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.BenchmarkResult;
import io.twohop.result.Verdict;
import io.twohop.run.CellRun;
import io.twohop.run.ForkedRun;
import io.twohop.run.RunListener;
import io.twohop.run.TransportFile;
import io.twohop.workload.Workload;
import io.twohop.workload.YamlDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs against a cluster that was there before and lets in only whom it knows. */
@Timeout(120)
class SecuredClusterTest {
    private static final YamlDocument WORKLOAD =
            YamlDocument.parse("quick.yaml", "rate: 200\nwarmup: 1s\nduration: 1s\nfloor: 0s\n");

    @TempDir
    static Path brokerDirectory;

    private static SecuredBroker broker;

    @TempDir
    Path results;

    @BeforeAll
    static void start() throws Exception {
        broker = new SecuredBroker(brokerDirectory);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private CellRun.Written run(String user, String password) throws Exception {
        YamlDocument transport = YamlDocument.parse("mine.yaml", broker.yaml(user, password, SecuredBroker.PASSWORD));
        CellRun run = new CellRun(
                WORKLOAD,
                TransportFile.of(transport),
                Workload.read(WORKLOAD).cells().get(0),
                results,
                results,
                ForkedRun.Limits.DEFAULT);
        run.check();
        return run.run(RunListener.NONE);
    }

    @Test
    void shouldMeasureAndKeepTheSecrets() throws Exception {
        CellRun.Written written = run("bench", SecuredBroker.PASSWORD);

        BenchmarkResult result = written.result();
        assertThat(result.verdict()).as(result.toString()).isNotInstanceOf(Verdict.Invalid.class);
        assertThat(result.accounting().received()).isEqualTo(400);
        try (Stream<Path> files = Files.walk(results)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file).content().doesNotContain(SecuredBroker.PASSWORD));
        }
    }

    @Test
    void shouldSayThatThePasswordIsWrong() throws Exception {
        assertRefused(run("bench", "wrong-password"), "Authentication failed", "check client: security.protocol");
    }

    @Test
    void shouldSayWhichRightIsMissing() throws Exception {
        assertRefused(run("guest", SecuredBroker.PASSWORD), "Authorization failed", "grant this user create");
    }

    private static void assertRefused(CellRun.Written written, String words, String remedy) {
        assertThat(written.result().complete()).isFalse();
        assertThat(written.result().verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(written.result().verdict().reasons().toString())
                .contains(words)
                .contains(remedy)
                .doesNotContain("wrong-password")
                .doesNotContain(SecuredBroker.PASSWORD);
    }
}
