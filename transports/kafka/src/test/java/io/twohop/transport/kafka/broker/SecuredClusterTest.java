package io.twohop.transport.kafka.broker;

import static io.twohop.testing.run.WholeRuns.assertMeasuredInSecret;
import static io.twohop.testing.run.WholeRuns.assertRefused;

import io.twohop.result.BenchmarkResult;
import io.twohop.testing.run.OddPassword;
import io.twohop.testing.run.WholeRuns;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs against a cluster that was there before and lets in only whom it knows. One has a JVM of its own, whose arguments must not
 * have the secret; the others are measured in this one.
 */
@Tag("one-jdk")
@Timeout(360)
class SecuredClusterTest {
    private static final String WRONG = "wrong-password";

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

    private BenchmarkResult run(String user, String password) throws Exception {
        return WholeRuns.here(broker.yaml(user, password, SecuredBroker.PASSWORD), results);
    }

    @Test
    void shouldMeasureAndKeepTheSecrets() throws Exception {
        assertMeasuredInSecret(
                broker.yaml("bench", SecuredBroker.PASSWORD, SecuredBroker.PASSWORD), results, SecuredBroker.PASSWORD);
    }

    @Test
    void shouldLogInByAnOddPasswordAndKeepEveryPartOfIt() throws Exception {
        assertMeasuredInSecret(
                broker.yaml("odd", OddPassword.reference(brokerDirectory), SecuredBroker.PASSWORD),
                results,
                OddPassword.FRAGMENTS);
    }

    @Test
    void shouldSayThatThePasswordIsWrong() throws Exception {
        assertRefused(
                run("bench", WRONG),
                List.of("Authentication failed", "check security.protocol"),
                WRONG,
                SecuredBroker.PASSWORD);
    }

    @Test
    void shouldSayWhichRightIsMissing() throws Exception {
        assertRefused(
                run("guest", SecuredBroker.PASSWORD),
                List.of("Authorization failed", "grant this user create"),
                SecuredBroker.PASSWORD);
    }
}
