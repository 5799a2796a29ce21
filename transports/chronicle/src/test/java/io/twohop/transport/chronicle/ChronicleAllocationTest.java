package io.twohop.transport.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.testing.Allocation;
import io.twohop.transport.Transport;
import io.twohop.transport.chronicle.ChronicleConfig.Writing;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Publishing and polling, measured on the thread that does both and on the one that drains. */
class ChronicleAllocationTest {
    private static final int ROUND = 100_000;

    /** What every message made would be 16 at least. Chronicle makes objects for each block that it maps. */
    private static final double ENOUGH_BYTES = 1;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(
            value = Writing.class,
            names = {"QUEUE", "ASYNC"})
    void shouldAllocateNothingPerMessage(Writing mode) throws Exception {
        ChronicleConfig config = Configs.of(mode, "FAST_HOURLY");
        try (Transport transport =
                new ChronicleProvider().open(config, Configs.context(directory, 1_000, 50 * ROUND))) {
            double allocated =
                    Allocation.perMessage(transport, "chronicle-drainer", Configs.message(256), ROUND, ENOUGH_BYTES);

            assertThat(allocated).isLessThan(ENOUGH_BYTES);
        }
    }
}
