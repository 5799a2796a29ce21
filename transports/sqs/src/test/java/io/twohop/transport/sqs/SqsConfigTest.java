package io.twohop.transport.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.transport.Envelope;
import io.twohop.transport.Footprint;
import io.twohop.transport.Footprint.Fee;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqsConfigTest {
    private static final String PLACE = "region: us-east-1\n";

    private static RunContext context(int bytes, Envelope envelope) {
        return new RunContext(
                        "run",
                        Path.of(""),
                        Path.of(""),
                        new RunContext.Traffic(1_000, 1_000, bytes, bytes),
                        new RunContext.Channels(2, 1))
                .with(envelope);
    }

    private static Footprint footprint(String yaml, int bytes) {
        return new SqsProvider().footprint(SharedMoto.config(yaml), context(bytes, Envelope.NONE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "waitTime: 5s | region: missing (expected: the region of the queues, such as us-east-1)",
                "region: 'a b' | region: a b (expected: the region of the queues, such as us-east-1)",
                "{region: r-1, broker: embedded} | broker: embedded (expected: external, since SQS runs on no machine of yours)",
                "{region: r-1, endpoint: 'http://me:secret@host'} | endpoint: another form (expected: https://host or http://host:port, without a user and a path)",
                "{region: r-1, endpoint: 'ftp://host'} | endpoint: another form (expected: https://host or http://host:port, without a user and a path)",
                "{region: r-1, groups: 3} | groups: 3 (expected: absent, since it belongs to queue fifo)",
                "{region: r-1, waitTime: 21s} | waitTime: PT21S (expected: 1s to 20s, in whole seconds)",
                "{region: r-1, visibilityTimeout: 1500ms} | visibilityTimeout: PT1.5S (expected: 1s to 12h, in whole seconds)"
            })
    void shouldRefuse(String yaml, String message) {
        assertThatThrownBy(() -> SharedMoto.config(yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    /** 49,152 bytes are 65,536 in base64, which is one charged part; one byte more is two, and ten together are 11. */
    @Test
    void shouldChargeForPartsOfMessages() {
        String price = "list price of us-east-1 in June 2026";

        assertThat(footprint(PLACE, 300).fee()).contains(new Fee(2 * 0.1 + 0.1, 3, 0.40, price));
        assertThat(footprint(PLACE + "queue: fifo", 49_152).fee()).contains(new Fee(2 * 1 + 0.1, 3, 0.50, price));
        assertThat(footprint(PLACE, 49_153).fee()).contains(new Fee(2 * 1.1 + 0.1, 5, 0.40, price));
        assertThat(footprint(PLACE + "queue: fifo", 300).creates()).containsExactly("2 FIFO queues");
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:4566, false, false",
        "http://localhost:4566, false, false",
        "http://sqs.internal, true, false",
        "https://vpce-1.sqs.us-east-1.vpce.amazonaws.com, true, true",
        "https://amazonaws.com.evil.example, true, false"
    })
    void shouldKnowWhoAnswersAndChargeForAllButThisMachine(String endpoint, boolean charges, boolean amazon) {
        SqsConfig config = SharedMoto.config(PLACE + "endpoint: " + endpoint);

        assertThat(footprint(PLACE + "endpoint: " + endpoint, 300).fee().isPresent())
                .isEqualTo(charges);
        assertThat(config.place().isAmazon()).isEqualTo(amazon);
    }

    @Test
    void shouldRefuseMessagesThatNoEndpointTakes() {
        SqsConfig config = SharedMoto.config(PLACE);
        SqsProvider provider = new SqsProvider();

        provider.check(config, context(786_432, Envelope.NONE));
        assertThatThrownBy(() -> provider.check(config, context(786_433, Envelope.NONE)))
                .isInstanceOf(TransportException.class)
                .hasMessage(
                        "messages of 786,433 bytes, 1,048,580 in base64 with their attributes (expected: at most 1,048,576"
                                + " over SQS)");
        List<Envelope.Header> ten = java.util.stream.IntStream.range(0, 10)
                .mapToObj(number -> new Envelope.Header("h" + number, "v"))
                .toList();
        provider.check(config, context(10, new Envelope(0, ten)));
        assertThatThrownBy(() -> provider.check(config, context(10, new Envelope(1, ten))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("at most 10, and 9 beside keys");
    }
}
