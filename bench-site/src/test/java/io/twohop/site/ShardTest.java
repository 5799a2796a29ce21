package io.twohop.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShardTest {
    private static SortedMap<String, Integer> scenarios(int count, int most) {
        SplittableRandom random = new SplittableRandom(7);
        SortedMap<String, Integer> scenarios = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            scenarios.put("%012x".formatted(random.nextLong() >>> 16), 1 + random.nextInt(most));
        }
        return scenarios;
    }

    @Test
    void shouldHoldEachScenarioWholeAndInOrder() {
        SortedMap<String, Integer> scenarios = scenarios(300, 600);

        List<Shard> shards = Shard.of(scenarios);

        List<String> all = new ArrayList<>();
        for (Shard shard : shards) {
            assertThat(shard.scenarios().stream().mapToInt(scenarios::get).sum())
                    .isLessThanOrEqualTo(Shard.ROWS);
            all.addAll(shard.scenarios());
        }
        assertThat(all).containsExactlyElementsOf(scenarios.keySet());
    }

    @Test
    void shouldDivideALargeScenarioByTime() {
        SortedMap<String, Integer> scenarios = new TreeMap<>(Map.of("0123456789ab", 2_001, "0123456789aa", 3));

        assertThat(Shard.of(scenarios))
                .containsExactly(
                        new Shard(List.of("0123456789aa"), 0),
                        new Shard(List.of("0123456789ab"), 0),
                        new Shard(List.of("0123456789ab"), 1),
                        new Shard(List.of("0123456789ab"), 2));
    }

    /** One more result leaves nearly all shards as they were. */
    @Test
    void shouldChangeWhereAResultIsAdded() {
        SortedMap<String, Integer> scenarios = scenarios(300, 600);
        Set<Shard> before = new HashSet<>(Shard.of(scenarios));
        for (String scenario : List.copyOf(scenarios.keySet())) {
            SortedMap<String, Integer> more = new TreeMap<>(scenarios);
            more.merge(scenario, 1, Integer::sum);

            Set<Shard> after = new HashSet<>(Shard.of(more));

            after.removeAll(before);
            assertThat(after)
                    .allMatch(shard -> before.stream()
                            .filter(old -> old.scenarios().contains(scenario))
                            .anyMatch(old -> old.scenarios().containsAll(shard.scenarios())));
        }
    }
}
