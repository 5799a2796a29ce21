package io.twohop.transport.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.JetStreamApiException;
import io.nats.client.api.PurgeResponse;
import io.nats.client.impl.NatsMessage;
import io.twohop.config.YamlDocument;
import io.twohop.transport.Notices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** With answers as servers gave them. */
class ComingUpTest {
    private static final String NO_PEERS =
            "{\"error\":{\"code\":400,\"err_code\":10005,\"description\":\"no suitable peers for placement, peer offline\"}}";
    private static final String NO_LEADER =
            "{\"error\":{\"code\":503,\"err_code\":10008,\"description\":\"JetStream system temporarily unavailable\"}}";
    private static final String TOO_LARGE =
            "{\"error\":{\"code\":400,\"err_code\":10052,\"description\":\"maximum message size too large\"}}";

    private int asked;

    private static ComingUp of(String yaml) {
        return new ComingUp(
                YamlDocument.parse("test.yaml", yaml).bind(NatsConfig.class), new NatsIncidents(new Notices()));
    }

    private static JetStreamApiException refusal(String json) {
        return new JetStreamApiException(new PurgeResponse(NatsMessage.builder()
                        .subject("answer")
                        .data(json, StandardCharsets.UTF_8)
                        .build())
                .getErrorObject());
    }

    private int third(Exception before) throws IOException, JetStreamApiException {
        if (++asked == 3) {
            return 3;
        }
        if (before instanceof JetStreamApiException refused) {
            throw refused;
        }
        throw new IOException(before.getMessage());
    }

    @Test
    void shouldAskServersOfTheRunAgain() throws Exception {
        for (Exception passing : new Exception[] {refusal(NO_PEERS), refusal(NO_LEADER), new IOException("Timeout")}) {
            asked = 0;
            assertThat(of("mode: jetstream").<Integer>ask(() -> third(passing))).isEqualTo(3);
        }
    }

    @Test
    void shouldTakeTheFirstAnswerForWhatStays() {
        ComingUp external = of("mode: jetstream\nbroker: external\nurl: nats://127.0.0.1:4222");
        assertThatThrownBy(() -> external.ask(() -> third(refusal(NO_PEERS)))).hasMessageContaining("peer offline");
        assertThat(asked).isEqualTo(1);

        asked = 0;
        assertThatThrownBy(() -> of("mode: jetstream").ask(() -> third(refusal(TOO_LARGE))))
                .hasMessageContaining("too large");
        assertThat(asked).isEqualTo(1);
    }
}
