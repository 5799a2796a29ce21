package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import javax.security.auth.login.LoginException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private static String refusal(Throwable cause) {
        return Refusals.refusal("topic a", cause, AclOperation.DESCRIBE).getMessage();
    }

    @Test
    void shouldSendToTheServerOfTokensIfTheLoginFails() {
        Exception login = new LoginException(new ConnectException("Connection refused").toString());

        assertThat(refusal(new KafkaException("Failed to create new NetworkClient", new KafkaException(login))))
                .contains("Connection refused; check sasl.jaas.config, sasl.oauthbearer.token.endpoint.url and")
                .doesNotContain("bootstrap.servers", "client:");
    }

    @Test
    void shouldSendToThePropertiesWhereverTheyAre() {
        String expected = "; correct it under client:, producer: or consumer:, or in the file of --properties";

        assertThat(refusal(new ConfigException("Must set acks to all."))).endsWith("Must set acks to all" + expected);
        assertThat(refusal(new KafkaException(
                        "Failed to construct kafka consumer",
                        new IllegalArgumentException("Heartbeat must be set lower than the session timeout"))))
                .endsWith("session timeout" + expected);
    }

    @Test
    void shouldSayWhereAClassIsLookedFor() {
        assertThat(refusal(new ConfigException("a", "com.acme.Handler", "Class com.acme.Handler could not be found.")))
                .endsWith("could not be found; put the class's jar into clientJars or --classpath");
    }
}
