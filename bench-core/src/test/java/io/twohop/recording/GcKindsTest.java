package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryManagerMXBean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcKindsTest {
    @ParameterizedTest
    @CsvSource({
        "G1New, Normal, young",
        "G1New, Prepare Mixed, young",
        "G1New, Mixed, mixed",
        "G1Full, , full",
        "G1Old, , concurrent",
        "DefNew, , young",
        "SerialOld, , full",
        "ParallelScavenge, , young",
        "ParallelOld, , full",
        "Z, , concurrent",
        "ZGC Minor, , concurrent"
    })
    void shouldDistinguishKindsOfCollections(String name, String g1Type, String kind) {
        assertThat(GcKinds.kind(name, g1Type)).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "'G1 Young Generation, G1 Old Generation', G1",
        "'Copy, MarkSweepCompact', Serial",
        "'PS MarkSweep, PS Scavenge', Parallel",
        "'ZGC Cycles, ZGC Pauses', ZGC",
        "Epsilon Heap, Epsilon"
    })
    void shouldCallCollectorsByTheirCommonNames(String beans, String collector) {
        assertThat(GcKinds.collector(beans)).isEqualTo(collector);
    }

    @Test
    void shouldKnowTheCollectorOfThisJvm() {
        String beans = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(MemoryManagerMXBean::getName)
                .collect(Collectors.joining(", "));

        assertThat(GcKinds.collector(beans)).isIn("G1", "Serial", "Parallel", "ZGC");
    }
}
