package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class HostsTest {
    @Test
    void shouldKnowAServerByAnyNameOfItsHost() {
        Set<String> loopback = Hosts.endpoints("127.0.0.1:4222");

        assertThat(loopback).hasSize(1);
        assertThat(Hosts.endpoints("nats://localhost")).containsAll(loopback);
        assertThat(Hosts.endpoints(" tls://me:secret@127.0.0.1:4222 ")).isEqualTo(loopback);
        assertThat(Hosts.endpoints("127.0.0.1:4223")).doesNotContainAnyElementsOf(loopback);
    }

    /** Such names are usual in containers; Java's URLs have no host then. */
    @Test
    void shouldNotTakeAHostWithAnUnderscoreForThisMachine() {
        assertThat(Hosts.endpoints("kafka_1:9092")).isEmpty();
        assertThat(Hosts.endpoints("not a host")).isEmpty();
    }
}
