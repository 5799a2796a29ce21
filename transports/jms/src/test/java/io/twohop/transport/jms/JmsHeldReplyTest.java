package io.twohop.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import io.twohop.testing.CutLine;
import io.twohop.testing.HeldReply;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.jms.broker.BrokerKind;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services of real brokers that die between taking a request and the leaving of its reply. */
@Timeout(60)
class JmsHeldReplyTest {
    @TempDir
    Path directory;

    private final String runId = "twohop-" + UUID.randomUUID();

    private Transport open(String yaml) throws Exception {
        return new JmsProvider()
                .open(
                        YamlDocument.parse("test.yaml", yaml).bind(JmsConfig.class),
                        new RunContext(
                                runId,
                                directory,
                                directory,
                                new RunContext.Traffic(1_000, 1_000, 64, 64),
                                new RunContext.Channels(1, 1)));
    }

    /** Artemis keeps the session of a client that died for its TTL. */
    @ParameterizedTest
    @CsvSource({
        "ARTEMIS, client, ?connectionTTL=1000&clientFailureCheckPeriod=500&blockOnNonDurableSend=true",
        "ARTEMIS, 101, ?connectionTTL=1000&clientFailureCheckPeriod=500&blockOnNonDurableSend=true",
        "ARTEMIS, transacted, ?connectionTTL=1000&clientFailureCheckPeriod=500&blockOnNonDurableSend=true",
        "CLASSIC, client, ?jms.alwaysSyncSend=true",
        "CLASSIC, 4, ?jms.alwaysSyncSend=true"
    })
    void shouldGiveTheRequestToTheNextService(BrokerKind kind, String acknowledge, String parameters) throws Exception {
        String direct = SharedBrokers.external(kind, parameters) + "acknowledge: " + acknowledge + "\n";
        int port =
                URI.create(direct.replaceAll("(?s).*\"(tcp:[^?]*)\\?.*", "$1")).getPort();
        try (CutLine line = new CutLine(port);
                Transport next = open(direct);
                Transport service = open(direct.replace(":" + port, ":" + line.port()))) {
            assertThat(HeldReply.requestComesAgain(service, line, next, Duration.ofSeconds(20)))
                    .isTrue();
        }
    }
}
