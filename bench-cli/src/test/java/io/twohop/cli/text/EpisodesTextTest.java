package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.MessageSizes;
import io.twohop.result.Tail;
import io.twohop.result.Tail.Group;
import io.twohop.result.Tail.Period;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EpisodesTextTest {
    private static final Optional<MessageSizes> SIZES = Optional.of(new MessageSizes(228, 228, 228));

    private static Tail tail(Group... groups) {
        return new Tail(
                List.of(groups), Map.of("GC pause", 2, "unexplained", 1), List.of(), Map.of(), null, 0, null, null);
    }

    @Test
    void shouldSayHowLongHowOftenAndAtWhichDistance() {
        Tail tail = tail(
                new Group("publish, page faults", 28, 9, 2_000_000, 15_000_000, new Period(357_000_000L, 35_745L)),
                new Group("unexplained", 1, 8, 40_000, 40_000, null),
                new Group("service", 2, 7, 10_000, 20_000, new Period(1_000_000L, null)),
                new Group("roll", 3, 6, 10_000, 20_000, null),
                new Group("waiting", 4, 5, 10_000, 20_000, null));

        assertThat(EpisodesText.of(tail, SIZES, 3))
                .isEqualTo("28 publish, page faults (2.00 ms to 15.0 ms, every 357 ms, 35,745 messages or 8.15 MB);"
                        + " 1 unexplained (40.0 us); 2 service (10.0 us to 20.0 us, every 1.00 ms); 7 others");
        assertThat(EpisodesText.of(tail(new Group("a", 5, 1, 1, 2, new Period(null, 100L))), Optional.empty(), 3))
                .isEqualTo("5 a (1 ns to 2 ns, every 100 messages)");
    }

    @Test
    void shouldAlwaysSayWhatIsUnexplained() {
        Tail tail = tail(
                new Group("publish, page faults", 28, 9, 2_000_000, 15_000_000, null),
                new Group("service", 2, 8, 10_000, 20_000, null),
                new Group("roll", 1, 7, 10_000, 10_000, null),
                new Group("unexplained", 60, 6, 10_000, 30_000, null));

        assertThat(EpisodesText.of(tail, SIZES, 2))
                .isEqualTo("28 publish, page faults (2.00 ms to 15.0 ms); 2 service (10.0 us to 20.0 us);"
                        + " 60 unexplained (10.0 us to 30.0 us); 1 other");
    }

    @Test
    void shouldReadResultsOfEarlierVersions() {
        assertThat(EpisodesText.of(tail(), SIZES, 3)).contains("2 GC pause", "1 unexplained");
    }
}
