package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerUserTest {
    @Test
    void shouldTravelInUrls() {
        ServerUser made = ServerUser.made();
        String urls = made.within("nats://127.0.0.1:4222,nats://127.0.0.1:4223");

        assertThat(ServerUser.of(urls)).contains(made);
        assertThat(ServerUser.without(urls)).isEqualTo("nats://127.0.0.1:4222,nats://127.0.0.1:4223");
    }

    /** Users of servers that the run did not start, one with a password of hexadecimal digits. */
    @ParameterizedTest
    @ValueSource(strings = {"nats://bob:1234@h:4222", "nats://twohop:1234@h:4222", "nats://h:4222", "h:9092"})
    void shouldNotTakeAnotherUserForTheRunsOwn(String url) {
        assertThat(ServerUser.of(url)).isEmpty();
        assertThat(ServerUser.without(url)).isEqualTo(url);
    }
}
