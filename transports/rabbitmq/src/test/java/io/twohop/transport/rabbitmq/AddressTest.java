package io.twohop.transport.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.transport.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "orders, '', orders",
        "a/b+c%20d, '', a/b+c%20d",
        "/queues/%2Forders, '', /orders",
        "/exchanges/events, events, ''",
        "/exchanges/events/order.new, events, order.new",
        "/exchanges/a%2Fb/c+d%23, a/b, c+d#"
    })
    void shouldReadAddresses(String text, String exchange, String key) {
        assertThat(Address.of(text)).isEqualTo(new Address(exchange, key));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/queues/",
                "/queues/a/b",
                "/exchanges//key",
                "/exchanges/",
                "/exchanges/a/b/c",
                "/amq/q",
                "/queues/%zz"
            })
    void shouldRefuseOthers(String text) {
        assertThatThrownBy(() -> Address.of(text))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(text + " is no address (expected: a queue's name, /queues/NAME");
    }

    @ParameterizedTest
    @CsvSource({
        "order.new, order.new, true",
        "order.new, order.filled, false",
        "order.*, order.new, true",
        "order.*, order, false",
        "order.*, order.new.eu, false",
        "order.#, order, true",
        "order.#, order.new.eu, true",
        "#, anything, true",
        "#.eu, order.new.eu, true",
        "#.eu, order.new.us, false"
    })
    void shouldTellWhatABindingReceives(String binding, String published, boolean receives) {
        assertThat(new Address("events", binding).receives(new Address("events", published)))
                .isEqualTo(receives);
        assertThat(new Address("events", binding).receives(new Address("others", published)))
                .isFalse();
    }

    @Test
    void shouldNotTakeAQueueForAnExchange() {
        assertThat(new Address("events", "#").receives(new Address("", "orders")))
                .isFalse();
    }
}
