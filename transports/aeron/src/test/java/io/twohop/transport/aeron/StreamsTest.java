package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.transport.Channel;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StreamsTest {
    private static final int RUNS = 500;

    private final Streams streams = Streams.ipc(65_536, 1_408);

    @Test
    void shouldGiveEachTopicOfEachHopAStream() {
        Set<Integer> ids = new HashSet<>();
        for (int hop = 1; hop <= 2; hop++) {
            for (int topic = 0; topic < Streams.MOST_TOPICS; topic++) {
                ids.add(streams.id(channel("twohop-1", hop), topic));
            }
        }

        assertThat(ids).hasSize(2 * Streams.MOST_TOPICS);
    }

    /** Runs of one machine must not meet by chance. */
    @Test
    void shouldUseEveryBitButTheSign() {
        int everSet = 0;
        int everUnset = 0;
        for (int run = 0; run < RUNS; run++) {
            int id = streams.id(channel("twohop-" + Long.toString(run * 0x9E3779B97F4A7C15L >>> 1, 36), 1), 0);
            everSet |= id;
            everUnset |= ~id;
        }

        assertThat(everSet).isEqualTo(Integer.MAX_VALUE);
        assertThat(everUnset).isEqualTo(-1);
    }

    private static Channel channel(String name, int hop) {
        return new Channel(name, hop);
    }
}
