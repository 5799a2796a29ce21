package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "ssl.key.password",
                "keyStorePassword",
                "client_secret",
                "TOKEN",
                "aws.credentials",
                "sasl.jaas.config",
                "api-key",
                "apiKey",
                "privateKey",
                "ssl.keystore.key",
                "ssl.private.key",
                "nkey"
            })
    void shouldHideTheWholeValueWhenTheKeyNamesASecret(String key) {
        JsonNode tree = YamlDocument.parse("x", "a: {'" + key + "': {b: hunter2}, c: d}")
                .toTree();

        assertThat(Secrets.redact(tree).toString()).isEqualTo("{\"a\":{\"" + key + "\":\"<redacted>\",\"c\":\"d\"}}");
        assertThat(tree.toString()).contains("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"key.serializer", "ssl.keystore.location", "rate", "seed", "keys", "monkeys"})
    void shouldShowTheValueWhenTheKeyIsHarmless(String key) {
        JsonNode tree = YamlDocument.parse("x", "'" + key + "': shown").toTree();

        assertThat(Secrets.redact(tree)).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nats://u:hunter2@h:4222                    | nats://<redacted>@h:4222
            nats://hunter2@h                           | nats://<redacted>@h
            nats://u:hunter2@h1,nats://v:hunter2@h2    | nats://<redacted>@h1,nats://<redacted>@h2
            nats://u:hunt@er2@h                        | nats://<redacted>@h
            nats://u:hunter2/x@h                       | nats://<redacted>@h
            http://h:80/p?x=1&token=hunter2&y=2        | http://h:80/p?x=1&token=<redacted>&y=2
            -Djavax.net.ssl.keyStorePassword=hunter2   | -Djavax.net.ssl.keyStorePassword=<redacted>
            user=u; password="hunter 2"; x=y           | user=u; password=<redacted>; x=y
            org.x.PlainLoginModule required p="hunter2"; | <redacted>
            http://h:80/a                              | http://h:80/a
            someone@example.com                        | someone@example.com
            -XX:+UseZGC                                | -XX:+UseZGC
            """)
    void shouldHideOnlyTheSecretWhenATextContainsOne(String text, String redacted) {
        assertThat(Secrets.redact(text)).isEqualTo(redacted);
    }

    /** A result has to say how to repeat its run. */
    @Test
    void shouldShowWhatTheKeysOfMessagesAre() {
        JsonNode tree = YamlDocument.parse("x", "service: {key: /customerId, correlate: {key: true}}\nkey: hunter2")
                .toTree();

        assertThat(Secrets.redact(tree).toString())
                .isEqualTo(
                        "{\"service\":{\"key\":\"/customerId\",\"correlate\":{\"key\":true}},\"key\":\"<redacted>\"}");
    }

    @Test
    void shouldHideTheTextWhenItIsAPrivateKey() {
        assertThat(Secrets.redact("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END"))
                .isEqualTo("<redacted>");
    }

    @Test
    void shouldLookIntoListsAndKeepOtherTypesWhenRedacting() {
        JsonNode tree = YamlDocument.parse("x", "jvm: {flags: ['-Dpassword=hunter2']}\non: true\npassword:")
                .toTree();

        assertThat(Secrets.redact(tree).toString())
                .isEqualTo("{\"jvm\":{\"flags\":[\"-Dpassword=<redacted>\"]},\"on\":true,\"password\":null}");
    }
}
