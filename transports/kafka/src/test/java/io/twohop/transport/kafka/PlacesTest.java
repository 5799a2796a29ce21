package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private static final TopicPartition ONE = new TopicPartition("t", 0);
    private static final TopicPartition OTHER = new TopicPartition("t", 1);

    @Test
    void shouldSayFromWhereOnNothingWasTakenYet() {
        Places places = new Places();
        assertThat(places.take(ONE, 5)).isZero();
        assertThat(places.take(ONE, 3)).as("all of it was").isEqualTo(5);
        assertThat(places.take(ONE, 9)).as("the first five were").isEqualTo(5);
        assertThat(places.take(ONE, 10)).isEqualTo(9);
        assertThat(places.take(OTHER, 1)).isZero();
    }

    @Test
    void shouldHaveAConsumerGoOnWhereItsPartitionsWereLeft() {
        Places places = new Places();
        places.take(ONE, 7);
        try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
            consumer.assign(List.of(ONE, OTHER));
            consumer.updateBeginningOffsets(Map.of(ONE, 0L, OTHER, 2L));

            places.resume(consumer, List.of(ONE, OTHER));

            assertThat(consumer.position(ONE)).isEqualTo(7);
            assertThat(consumer.position(OTHER)).isEqualTo(2);
        }
    }
}
