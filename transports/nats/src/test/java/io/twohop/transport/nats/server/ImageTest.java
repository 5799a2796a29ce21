package io.twohop.transport.nats.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ImageTest {
    @Test
    void shouldHaveTheServerThatIsFetchedElsewhere() {
        assertThat(Path.of("../../Dockerfile")).content().contains("FROM nats:" + NatsServer.VERSION + " AS nats");
    }
}
