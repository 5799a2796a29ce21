package io.twohop.transport.redis;

import static io.twohop.testing.run.WholeRuns.assertMeasuredInSecret;
import static io.twohop.testing.run.WholeRuns.assertRefused;

import io.twohop.testing.model.Certificates;
import io.twohop.testing.run.WholeRuns;
import io.twohop.transport.SharedServer;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.ServerUser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs against a server that was there before, over TLS. */
@Tag("one-jdk")
@Order(1)
@Timeout(360)
class SecuredRedisTest {
    private static final String KEY_PASSWORD = "secret-of-the-store";

    @TempDir
    private static Path keys;

    @TempDir
    Path results;

    private static Certificates certificates;
    private static EmbeddedRedis server;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        SharedRedis.assume();
        certificates = new Certificates(keys, KEY_PASSWORD);
        port = FreePorts.take(1).get(0);
        RedisConfig config =
                SharedRedis.config("serverConfig: { tls-port: " + port + ", tls-auth-clients: 'no', tls-cert-file: "
                        + certificates.certificatePem() + ", tls-key-file: " + certificates.keyPem() + " }");
        server = new EmbeddedRedis(config, SharedServer.LOOPBACK, keys, keys);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static String password() {
        return ServerUser.of(server.address()).orElseThrow().password();
    }

    private static String yaml(String password) {
        return "transport: redis\nbroker: external\nurl: rediss://localhost:" + port + "\nuser: twohop\npassword: '"
                + password + "'\n";
    }

    private static String trust() {
        return "trustStore: " + certificates.trustStore() + "\ntrustStorePassword: " + KEY_PASSWORD + "\n";
    }

    @Test
    void shouldMeasureOverTlsAndKeepTheSecrets() throws Exception {
        assertMeasuredInSecret(yaml(password()) + trust(), results, password(), KEY_PASSWORD);
    }

    @Test
    void shouldSayThatThePasswordIsWrong() throws Exception {
        assertRefused(
                WholeRuns.here(yaml("wrong-password") + trust(), results),
                List.of("does not let this user in", "check user, password"),
                "wrong-password",
                KEY_PASSWORD);
    }

    @Test
    void shouldSayThatTheCertificateIsNotTrusted() throws Exception {
        assertRefused(
                WholeRuns.here(yaml(password()), results),
                List.of("PKIX path building failed", "check trustStore and its password"),
                password());
    }

    @Test
    void shouldSayThatTheStoreDoesNotOpen() throws Exception {
        assertRefused(
                WholeRuns.here(yaml(password()) + trust().replace(KEY_PASSWORD, "not-the-password"), results),
                List.of("check trustStore and its password"),
                "not-the-password",
                password());
    }
}
