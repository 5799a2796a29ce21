package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SameServerTest {
    private static boolean same(String urls, String others) {
        return SameServer.among(List.of(urls.split(",")), List.of(others.split(",")))
                .isPresent();
    }

    @Test
    void shouldKnowAServerByItsAddress() {
        assertThat(same("nats://127.0.0.1:4222", "tls://localhost")).isTrue();
        assertThat(same("127.0.0.1", "nats://user:word@localhost:4222")).isTrue();
        assertThat(same("nats://192.0.2.1:4222, nats://192.0.2.2:4222", "nats://192.0.2.2"))
                .isTrue();
        assertThat(SameServer.among(List.of("nats://192.0.2.1", "192.0.2.2:7"), List.of("tls://192.0.2.2:7")))
                .contains("192.0.2.2:7");
    }

    @Test
    void shouldTellServersApart() {
        assertThat(same("nats://127.0.0.1:4222", "nats://127.0.0.1:4223")).isFalse();
        assertThat(same("nats://192.0.2.1:4222", "nats://192.0.2.2:4222")).isFalse();
        assertThat(same("", "nats://127.0.0.1:4222")).isFalse();
        assertThat(same("${env:URL}", "nats://127.0.0.1:4222")).isFalse();
    }
}
