package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.testing.model.WrittenCreations;
import io.twohop.transport.Creation;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.RunContext;
import io.twohop.transport.Sweeper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunCreationsTest {
    private static final Creation ONE = creation("one");
    private static final Creation TWO = creation("two");

    private final WrittenCreations log = new WrittenCreations(new ArrayList<>());
    private final Place place = new Place();

    private static Creation creation(String name) {
        return new Creation("place", "queue", name);
    }

    private RunCreations creations(boolean joins, boolean external) {
        RunContext context = new RunContext(
                "twohop-1",
                Path.of("."),
                Path.of("."),
                new RunContext.Traffic(1, 1, 1, 1),
                new RunContext.Channels(1, 1),
                JvmRecorder.NONE,
                new Notices(),
                joins,
                null,
                log);
        return new RunCreations(context, external);
    }

    @Test
    void shouldRecordEachCreationOnce() {
        RunCreations creations = creations(false, true);
        creations.about(ONE);
        creations.about(List.of(ONE, TWO));

        assertThat(log.standing()).containsExactly(ONE, TWO);
    }

    @Test
    void shouldRecordAndDeleteNothingInAProcessThatJoins() {
        RunCreations creations = creations(true, true);
        creations.about(ONE);

        assertThat(creations.delete(place)).isTrue();
        assertThat(log.standing()).isEmpty();
        assertThat(place.asked).isEmpty();
    }

    /** The server takes it with it. */
    @Test
    void shouldDeleteWithoutALogWhatStandsOnAServerOfTheRun() {
        RunCreations creations = creations(false, false);
        creations.about(ONE);

        assertThat(log.standing()).isEmpty();
        creations.delete(place);
        assertThat(place.asked).containsExactly(ONE);
    }

    /** Another run may have made what bears that name. */
    @Test
    void shouldNotDeleteWhatTheServerRefusedToMake() {
        RunCreations creations = creations(false, true);
        creations.about(List.of(ONE, TWO));
        creations.refused(List.of(ONE));

        assertThat(log.standing()).containsExactly(TWO);
        creations.delete(place);
        assertThat(place.asked).containsExactly(TWO);
    }

    @Test
    void shouldTryAgainOnlyWhatCouldNotBeDeleted() {
        RunCreations creations = creations(false, true);
        creations.about(List.of(ONE, TWO));
        place.refuses = Set.of(TWO);

        assertThat(creations.delete(place)).isFalse();
        assertThat(log.standing()).containsExactly(TWO);
        place.asked.clear();
        place.refuses = Set.of();

        assertThat(creations.delete(place)).isTrue();
        assertThat(place.asked).containsExactly(TWO);
        assertThat(log.standing()).isEmpty();
    }

    private static final class Place implements Sweeper {
        private final List<Creation> asked = new ArrayList<>();
        private Set<Creation> refuses = Set.of();

        @Override
        public String place() {
            return "place";
        }

        @Override
        public Map<Creation, String> delete(Collection<Creation> creations) {
            asked.addAll(creations);
            Map<Creation, String> failed = new HashMap<>();
            refuses.forEach(creation -> failed.put(creation, "not now"));
            return failed;
        }

        @Override
        public void close() {}
    }
}
