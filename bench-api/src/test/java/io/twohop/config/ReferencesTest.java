package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferencesTest {
    /** What a transport may take. */
    record Config(String url, Integer limit, Map<String, String> client, List<String> names) {
        Config {
            if (url != null && !url.startsWith("nats:")) {
                throw ConfigException.invalid("url", url, "a URL of NATS");
            }
        }
    }

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "${env:USER_NAME}, me",
        "nats://${env:USER_NAME}:${env:PASSWORD}@host, nats://me:$1\\@host",
        "${vault:a} $ {} ${env, ${vault:a} $ {} ${env"
    })
    void shouldLookUpTheEnvironment(String text, String meant) {
        Map<String, String> environment = Map.of("USER_NAME", "me", "PASSWORD", "$1\\");

        assertThat(References.resolve(text, environment::get)).isEqualTo(meant);
    }

    @Test
    void shouldReadFilesIntoAnyValueAndKeepTheDocumentAsItIs() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "x9\n");
        Path limit = Files.writeString(directory.resolve("limit"), "7");
        YamlDocument document = YamlDocument.parse("mine.yaml", """
                limit: ${file:%s}
                names: [a, "b-${file:%s}"]
                client: { password: "${file:%s}" }
                """.formatted(limit, secret, secret));

        Config config = document.bind(Config.class);

        assertThat(config).isEqualTo(new Config(null, 7, Map.of("password", "x9"), List.of("a", "b-x9")));
        assertThat(document.toYaml()).doesNotContain("x9").contains("password: ${file:" + secret);
        assertThat(Secrets.redact(document.toTree()).at("/client/password").asText())
                .isEqualTo("${file:" + secret + "}");
    }

    @Test
    void shouldLeaveToOthersWhatIsNotOnThisMachine() throws Exception {
        Path limit = Files.writeString(directory.resolve("limit"), "7");
        YamlDocument document = YamlDocument.parse("mine.yaml", """
                limit: ${file:%s}
                names: ["${file:/not/here}"]
                client: { password: "${env:NOT_SET_HERE}" }
                """.formatted(limit))
                .measuredElsewhere()
                .without(Set.of("url"));

        assertThat(document.bind(Config.class))
                .isEqualTo(
                        new Config(null, 7, Map.of("password", "${env:NOT_SET_HERE}"), List.of("${file:/not/here}")));
        assertThatThrownBy(() -> document.with("limit", "${env}", "-D").bind(Config.class))
                .isInstanceOf(ConfigException.class);
    }

    @Test
    void shouldShowTheReferenceAndNotWhatItStandsFor() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "x9z");

        for (String yaml : List.of("url: ${file:%s}", "limit: ${file:%s}")) {
            assertThatThrownBy(() -> YamlDocument.parse("mine.yaml", yaml.formatted(secret))
                            .bind(Config.class))
                    .hasMessageStartingWith("mine.yaml:1:")
                    .hasMessageContaining(": ${file:" + secret + "} (expected: ")
                    .hasMessageNotContaining("x9z")
                    .hasNoCause();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "${evn:TWOHOP_A}, ${env:NAME}",
        "nats://me:${env:TWOHOP_A@host, ${env:NAME}",
        "${env:}, ${env:NAME}",
        "${fiel:/a}, ${file:PATH}"
    })
    void shouldNotTakeAMisspeltReferenceForAPassword(String written, String expected) {
        assertThatThrownBy(() -> YamlDocument.parse("mine.yaml", "client:\n  password: '" + written + "'\n")
                        .bind(Config.class))
                .hasMessage("mine.yaml:2:13: client.password: " + written + " (expected: " + expected
                        + ", for a value that is kept elsewhere)");
    }

    @Test
    void shouldRefuseReferencesInAWorkload() {
        assertThatThrownBy(() -> Workload.read(
                        YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s\njvm: { flags: '-Da=${env:HOME}' }\n")))
                .hasMessage("w.yaml:3:15: jvm.flags: -Da=${env:HOME} (expected: the value itself; ${env:NAME} and"
                        + " ${file:PATH} are looked up in transport files only)");
    }

    @Test
    void shouldKeepWhatWasLookedUpOutOfEveryText() throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), "qF4-ReferencesTest\n");
        YamlDocument.parse("mine.yaml", "url: nats://a:${file:" + file + "}@host")
                .bind(Config.class);

        assertThat(Secrets.redact("cannot reach [nats://a:qF4-ReferencesTest@host], qF4-ReferencesTest"))
                .isEqualTo("cannot reach [nats://<redacted>@host], <redacted>");
    }

    @Test
    void shouldKeepEveryLineAndPartOfAValueOutOfTexts() throws Exception {
        Path file = Files.writeString(
                directory.resolve("secret"), "first-of-qF5\nab\"second-of-qF5\\third-of-qF5\nx\"q!%&/F5\"y\n");
        YamlDocument.parse("mine.yaml", "client: { password: '${file:" + file + "}' }")
                .bind(Config.class);

        assertThat(Secrets.redact("read first-of-qF5")).isEqualTo("read <redacted>");
        assertThat(Secrets.redact("Value not specified for key 'second-of-qF5' in JAAS config"))
                .isEqualTo("Value not specified for key '<redacted>' in JAAS config");
        assertThat(Secrets.redact("third-of-qF5=x")).isEqualTo("<redacted>=x");
        assertThat(Secrets.redact("key 'q!%&/F5'")).isEqualTo("key '<redacted>'");
        assertThat(Secrets.redact("a second word")).isEqualTo("a second word");
    }

    @Test
    void shouldHideOfAJaasFileOnlyItsPasswords() throws Exception {
        Path file = Files.writeString(
                directory.resolve("jaas.conf"),
                "org.x.PlainLoginModule required\n  username=\"kafka-qF6\"\n  password=\"qF6-of\\\"jaas\"\n  clientSecret='qF6-single'"
                        + "\n  user_ann=qF6-plain;\n");
        YamlDocument.parse("mine.yaml", "client: { password: '${file:" + file + "}' }")
                .bind(Config.class);

        assertThat(Secrets.redact("required username kafka-qF6 clientSecret"))
                .isEqualTo("required username kafka-qF6 clientSecret");
        assertThat(Secrets.redact("qF6-of qF6-single qF6-plain")).isEqualTo("<redacted> <redacted> <redacted>");
    }

    @Test
    void shouldHideNoWordOfCertificates() throws Exception {
        Path file = Files.writeString(
                directory.resolve("ca.pem"),
                "# Issuer: \"qF7-Authority\"\n-----BEGIN CERTIFICATE-----\nqF7AAAA\n-----END CERTIFICATE-----\n");
        YamlDocument.parse("mine.yaml", "client: { password: '${file:" + file + "}' }")
                .bind(Config.class);

        assertThat(Secrets.redact("qF7-Authority qF7AAAA")).isEqualTo("qF7-Authority qF7AAAA");
    }

    @Test
    void shouldEscapeInJaasOnlyWhatStandsBetweenQuotes() throws Exception {
        Path options = Files.writeString(directory.resolve("options"), "login=\"ann\"");
        Path password = Files.writeString(directory.resolve("password"), "a\"b");
        String jaas = "org.x.PlainLoginModule required ${file:" + options + "} password=\"${file:" + password + "}\";";

        assertThat(YamlDocument.parse("mine.yaml", "client: { password: '" + jaas + "' }")
                        .bind(Config.class)
                        .client())
                .containsEntry("password", "org.x.PlainLoginModule required login=\"ann\" password=\"a\\\"b\";");
    }

    @Test
    void shouldNameTheVariablesThatADocumentRefersTo() {
        assertThat(YamlDocument.parse("mine.yaml", "a: '${env:ONE} ${file:/x}'\nb: { c: [ '${env:TWO}' ] }")
                        .environment())
                .containsExactlyInAnyOrder("ONE", "TWO");
    }

    @Test
    void shouldSayWhatIsMissing() {
        assertThatThrownBy(() -> YamlDocument.parse("mine.yaml", "client:\n  password: ${env:TWOHOP_NOT_SET}\n")
                        .bind(Config.class))
                .hasMessage("mine.yaml:2:13: client.password: ${env:TWOHOP_NOT_SET} (expected: the environment variable"
                        + " 'TWOHOP_NOT_SET' to be set)");
        assertThatThrownBy(() -> YamlDocument.parse("mine.yaml", "names: [a, '${file:/no/such}']")
                        .bind(Config.class))
                .hasMessage("mine.yaml:1:12: names[1]: ${file:/no/such} (expected: a file of at most 1 MiB at"
                        + " '/no/such')");
    }
}
