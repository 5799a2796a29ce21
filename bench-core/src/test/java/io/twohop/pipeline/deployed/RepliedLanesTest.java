package io.twohop.pipeline.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepliedLanesTest {
    private final RepliedLanes lanes = new RepliedLanes(2, 16);

    private void send(int producer, long sequence, int lane) {
        lanes.note(producer, sequence, lane);
        lanes.take(producer, lane);
    }

    @Test
    void shouldKnowHowFarRepliesHaveComeOnEachLane() {
        lanes.spread(3);
        for (int sequence = 0; sequence < 6; sequence++) {
            send(1, sequence, sequence % 3);
        }

        lanes.reply(1, 0);
        lanes.reply(1, 5);
        lanes.reply(1, 2);

        assertThat(lanes.senders()).isEqualTo(2);
        assertThat(lanes.taken(1, 0)).isEqualTo(2);
        assertThat(lanes.reached(1, 0)).isEqualTo(1);
        assertThat(lanes.reached(1, 1)).isZero();
        // The reply to the older one came behind.
        assertThat(lanes.reached(1, 2)).isEqualTo(2);
        assertThat(lanes.taken(0, 0)).isZero();
    }

    /** Back pressure: the same request is published again. */
    @Test
    void shouldNotCountARequestThatWasNotTaken() {
        lanes.spread(2);
        lanes.note(0, 0, 1);
        send(0, 0, 1);

        lanes.reply(0, 0);

        assertThat(lanes.taken(0, 1)).isEqualTo(1);
        assertThat(lanes.reached(0, 1)).isEqualTo(1);
    }

    @Test
    void shouldHaveNoLanesToCompareWhereThereIsOne() {
        lanes.spread(1);

        lanes.reply(0, 0);

        assertThat(lanes.areSeveral()).isFalse();
        assertThat(lanes.senders()).isZero();
    }
}
