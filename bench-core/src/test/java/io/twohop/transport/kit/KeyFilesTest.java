package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.testing.model.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFilesTest {
    private static final String PASSWORD = "secret-of-bench";

    @TempDir
    private static Path directory;

    private static Certificates certificates;

    @BeforeAll
    static void make() throws Exception {
        certificates = new Certificates(directory, PASSWORD);
    }

    private static void check(String... properties) {
        Map<String, String> given = Map.of(
                "store",
                properties[0],
                "password",
                properties[1],
                "type",
                properties.length > 2 ? properties[2] : "JKS");
        KeyFiles.checkStore("client", given, "store", "password", "type");
    }

    @Test
    void shouldTakeAStoreThatOpens() {
        String store = certificates.trustStore().toString();
        assertThatCode(() -> check(store, PASSWORD)).doesNotThrowAnyException();
        assertThatCode(() -> check(store, PASSWORD, "PKCS12")).doesNotThrowAnyException();
        assertThatCode(() -> check(certificates.certificatePem().toString(), "", "PEM"))
                .doesNotThrowAnyException();
        assertThatCode(() -> KeyFiles.checkStore("client", Map.of(), "store", "password", "type"))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldSayThatThePasswordIsAnother() {
        String store = certificates.trustStore().toString();
        assertThatThrownBy(() -> check(store, "wrong"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("client.password: <redacted> (expected: the password of " + store + ")");
    }

    @Test
    void shouldSayThatItIsNoStore() throws Exception {
        String text =
                Files.writeString(directory.resolve("notes.txt"), "no store").toString();
        assertThatThrownBy(() -> check(text, PASSWORD))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("client.store: " + text + " (expected: a key store of type JKS; ");
        assertThatThrownBy(() -> check(text, PASSWORD, "nothing"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("client.store: " + text + " (expected: a key store of type nothing; ");
    }

    @Test
    void shouldSayThatThereIsNoFile() {
        assertThatThrownBy(() -> check("/nowhere.p12", PASSWORD))
                .isInstanceOf(ConfigException.class)
                .hasMessage("client.store: /nowhere.p12 (expected: a file that is there and can be read)");
        assertThatThrownBy(() ->
                        KeyFiles.check("client", Map.of("credential.path", directory.toString()), "credential.path"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("client.credential.path: ")
                .hasMessageContaining(directory.toString());
    }

    @Test
    void shouldRefuseAByteOrderMark() throws Exception {
        Path marked = Files.writeString(directory.resolve("user.creds"), "\ufeff-----BEGIN NATS USER JWT-----");
        Path plain = Files.writeString(directory.resolve("plain.creds"), "-----BEGIN NATS USER JWT-----");

        KeyFiles.refuseMark("client", Map.of("credential.path", plain.toString()), "credential.path");
        KeyFiles.refuseMark("client", Map.of(), "credential.path");
        assertThatThrownBy(() ->
                        KeyFiles.refuseMark("client", Map.of("credential.path", marked.toString()), "credential.path"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a file without a byte order mark; save it as UTF-8 without one");
    }
}
