package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.explain.RecordedRun.Heap;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryReportTest {
    private static final Heap EARLY = new Heap(1, true, 9);
    private static final Heap LOADED = new Heap(5, true, 140);
    private static final Heap FULL = new Heap(12, false, 200);

    @Test
    void shouldTakeTheLeastOfTheWindow() {
        assertThat(live(List.of(EARLY, LOADED, FULL, new Heap(13, true, 150), new Heap(14, true, 160))))
                .isEqualTo(150);
    }

    @Test
    void shouldTakeTheLastBeforeAWindowWithoutACollection() {
        assertThat(live(List.of(EARLY, LOADED, FULL, new Heap(30, true, 10)))).isEqualTo(140);
        assertThat(live(List.of(FULL))).isNull();
    }

    private static Long live(List<Heap> heaps) {
        return MemoryReport.live(heaps, 10, 20);
    }
}
