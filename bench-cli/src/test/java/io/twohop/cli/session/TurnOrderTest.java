package io.twohop.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TurnOrderTest {
    private static final List<String> RUNS = List.of("a", "b", "c");

    @Test
    void shouldReverseEachOrderThatChanceDealt() {
        TurnOrder<String> turns = new TurnOrder<>(RUNS, new Random(1));
        Set<List<String>> dealt = new HashSet<>();
        for (int pair = 0; pair < 100; pair++) {
            List<String> first = turns.next();
            List<String> reversed = new ArrayList<>(first);
            Collections.reverse(reversed);

            assertThat(turns.next()).isEqualTo(reversed);
            dealt.add(first);
        }
        assertThat(dealt).as("all orders of three").hasSize(6);
    }

    @Test
    void shouldDealTheSameBySameSeed() {
        TurnOrder<String> once = new TurnOrder<>(RUNS, new Random(7));
        TurnOrder<String> again = new TurnOrder<>(RUNS, new Random(7));
        for (int round = 0; round < 10; round++) {
            assertThat(once.next()).isEqualTo(again.next());
        }
    }
}
