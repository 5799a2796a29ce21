package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways by which the holder of an agent's key could use the control server's own rights. */
@Tag("one-jdk")
@Timeout(180)
class HostileAgentTest {
    private static final String RESULT = Control.RESULT + "call.1.1";

    @TempDir
    Path directory;

    private ControlServer server;
    private Control bench;
    private Control hostile;

    @BeforeEach
    void connect() throws Exception {
        server = new ControlServer(Files.createDirectories(directory.resolve("control")));
        bench = Control.connect(server.forBench(), Control.Side.BENCH, "bench");
        hostile = Control.connect(server.forAgents(), Control.Side.AGENT, "hostile");
        bench.makeStream();
    }

    @AfterEach
    void close() {
        hostile.close();
        bench.close();
        server.close();
    }

    /**
     * The server publishes an answer wherever the request says, with its own rights: an answer without content once deleted the stream of
     * results.
     */
    @Test
    void shouldHaveTheServerSendNoRequestToItself() throws Exception {
        long handedOver = 0;
        for (String request : List.of(
                "DELETE.twohop-results",
                "PURGE.twohop-results",
                "UPDATE.twohop-results",
                "MSG.DELETE.twohop-results")) {
            for (String asked : List.of(
                    "$JS.API.DIRECT.GET.twohop-results",
                    "$JS.API.STREAM.INFO.twohop-results",
                    "$JS.API.INFO",
                    RESULT)) {
                hostile.connection().publish(asked, "$JS.API.STREAM." + request, new byte[0]);
            }
            handedOver++;
            hostile.connection().jetStream().publish(RESULT, "and another".getBytes(StandardCharsets.UTF_8));
            handedOver++;

            assertThat(bench.results()
                            .getStreamInfo(Control.RESULTS)
                            .getStreamState()
                            .getMsgCount())
                    .as(request)
                    .isEqualTo(handedOver);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "[]", "{\"phase\": \"WORKING\"}", "{\"faults\": []}"})
    void shouldRefuseFramesThatNoAgentSends(String frame) {
        assertThatThrownBy(() -> Control.read(frame.getBytes(StandardCharsets.UTF_8), Beat.class))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Control.read(frame.getBytes(StandardCharsets.UTF_8), PartReport.class))
                .isInstanceOf(IOException.class);
    }
}
