package io.twohop.transport.nats;

import static io.twohop.testing.run.WholeRuns.assertMeasured;
import static io.twohop.testing.run.WholeRuns.assertMeasuredInSecret;
import static io.twohop.testing.run.WholeRuns.assertRefused;

import io.nats.client.NKey;
import io.nats.client.support.JwtUtils;
import io.twohop.testing.model.Certificates;
import io.twohop.testing.run.OddPassword;
import io.twohop.testing.run.WholeRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Whole runs against a server that was there before, speaks TLS, and lets in only whom it knows. One has a JVM of its own, whose
 * arguments must not have the secret; the others are measured in this one.
 */
@Tag("one-jdk")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(360)
class SecuredServerTest {
    private static final String PASSWORD = "secret-of-bench";
    private static final String WRONG = "wrong-password";
    private static final int NONE = 0;
    private static final int UNLIMITED = -1;

    @TempDir
    Path directory;

    @TempDir
    Path results;

    @TempDir
    private static Path keys;

    private static Certificates certificates;

    @BeforeAll
    static void makeCertificates() throws Exception {
        certificates = new Certificates(keys, PASSWORD);
    }

    /** A server with JetStream that speaks nothing but TLS. */
    private TestServer server(String users) throws Exception {
        return new TestServer(
                directory,
                "tls { cert_file: \"" + certificates.certificatePem() + "\", key_file: \"" + certificates.keyPem()
                        + "\" }\njetstream { store_dir: \"" + directory.resolve("js") + "\" }\n" + users);
    }

    private String yaml(TestServer server, String client) {
        return """
                transport: nats
                broker: external
                url: %s
                mode: jetstream
                client:
                  trustStore: %s
                  trustStorePassword: %s
                """.formatted(
                                server.url().replace("nats://127.0.0.1", "tls://localhost"),
                                certificates.trustStore(),
                                PASSWORD)
                + client.indent(2);
    }

    private static String user(String password) {
        return "username: bench\npassword: " + password;
    }

    @Test
    void shouldMeasureOverTlsAndKeepTheSecrets() throws Exception {
        try (TestServer server = server("authorization { user: bench, password: " + PASSWORD + " }\n")) {
            assertMeasuredInSecret(yaml(server, user(PASSWORD)), results, PASSWORD);
        }
    }

    @Test
    void shouldLogInByAnOddPasswordAndKeepEveryPartOfIt() throws Exception {
        try (TestServer server = server("authorization { user: bench, password: " + OddPassword.quoted() + " }\n")) {
            assertMeasuredInSecret(
                    yaml(server, user(OddPassword.reference(directory))), results, OddPassword.FRAGMENTS);
        }
    }

    @Test
    void shouldMeasureByAnNkeyAndKeepItsSeed() throws Exception {
        NKey key = NKey.createUser(null);
        String secret = text(key.getSeed());
        Path seed = Files.writeString(directory.resolve("user.nk"), secret + "\n");
        try (TestServer server = server("authorization { users: [ { nkey: " + text(key.getPublicKey()) + " } ] }\n")) {
            assertMeasured(
                    WholeRuns.here(yaml(server, "") + "nkeyFile: " + seed + "\n", results), results, secret, PASSWORD);
        }
    }

    @Test
    void shouldSayThatThePasswordIsWrong() throws Exception {
        try (TestServer server = server("authorization { user: bench, password: " + PASSWORD + " }\n")) {
            assertRefused(
                    WholeRuns.here(yaml(server, user(WRONG)), results),
                    List.of("does not let this user in", "check client: username"),
                    WRONG,
                    PASSWORD);
        }
    }

    @Test
    void shouldSayThatTheCertificateIsNotTrusted() throws Exception {
        try (TestServer server = server("")) {
            String untrusting = "transport: nats\nbroker: external\nurl: "
                    + server.url().replace("nats://127.0.0.1", "tls://localhost");
            assertRefused(
                    WholeRuns.here(untrusting, results),
                    List.of("PKIX path building failed", "check client: trustStore"),
                    PASSWORD);
        }
    }

    @Test
    void shouldMeasureByACredentialsFileAndSayWhichRightIsMissing() throws Exception {
        NKey operator = NKey.createOperator(null);
        NKey account = NKey.createAccount(null);
        // JetStream wants an account of the server's own beside the user's.
        NKey system = NKey.createAccount(null);
        String trust = """
                trusted_keys: [ %s ]
                system_account: %s
                resolver: MEMORY
                resolver_preload: { %s: "%s", %s: "%s" }
                """.formatted(
                        text(operator.getPublicKey()),
                        text(system.getPublicKey()),
                        text(system.getPublicKey()),
                        accountJwt(operator, system, NONE),
                        text(account.getPublicKey()),
                        accountJwt(operator, account, UNLIMITED));
        try (TestServer server = server(trust)) {
            NKey user = NKey.createUser(null);
            String file = credentials(
                    user, JwtUtils.issueUserJWT(account, text(account.getPublicKey()), text(user.getPublicKey())));
            String secret = text(user.getSeed());
            String client = "credential.path: " + file;
            assertMeasured(WholeRuns.here(yaml(server, client), results), results, secret, PASSWORD);

            JwtUtils.UserClaim noStreams = new JwtUtils.UserClaim(text(account.getPublicKey()))
                    .pub(new JwtUtils.Permission().deny("$JS.API.STREAM.CREATE.>"));
            credentials(
                    user,
                    JwtUtils.issueUserJWT(
                            account,
                            text(user.getPublicKey()),
                            "bench",
                            null,
                            JwtUtils.currentTimeSeconds(),
                            noStreams));
            assertRefused(
                    WholeRuns.here(yaml(server, client), results),
                    List.of("Permissions Violation for Publish to \"$JS.API.STREAM.CREATE", "let this user publish"),
                    secret,
                    PASSWORD);
        }
    }

    private String credentials(NKey user, String jwt) throws Exception {
        return Files.writeString(
                        directory.resolve("bench.creds"),
                        String.format(JwtUtils.NATS_USER_JWT_FORMAT, jwt, text(user.getSeed())))
                .toString();
    }

    /** An account whose only limits are those of its storage. */
    private static String accountJwt(NKey operator, NKey account, int storage) throws Exception {
        String limits = """
                {"limits":{"subs":-1,"data":-1,"payload":-1,"imports":-1,"exports":-1,"wildcards":true,"conn":-1,"leaf":-1,
                "mem_storage":%1$d,"disk_storage":%1$d,"streams":-1,"consumer":-1},"type":"account","version":2}
                """.formatted(storage);
        return JwtUtils.issueJWT(
                operator,
                text(account.getPublicKey()),
                "bench",
                null,
                JwtUtils.currentTimeSeconds(),
                text(operator.getPublicKey()),
                () -> limits);
    }

    private static String text(char[] characters) {
        return new String(characters);
    }
}
