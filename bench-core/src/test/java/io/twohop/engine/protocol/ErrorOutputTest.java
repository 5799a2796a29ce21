package io.twohop.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ErrorOutputTest {
    @Test
    void shouldHideASecretThatComesInPieces() {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream error = new PrintStream(new ErrorOutput(log), true, StandardCharsets.UTF_8);

        error.print("to nats://me:pa");
        error.flush();
        error.println("ss@höst");
        error.print("and on");

        assertThat(log.toString(StandardCharsets.UTF_8)).isEqualTo("to nats://<redacted>@höst\n");
    }
}
