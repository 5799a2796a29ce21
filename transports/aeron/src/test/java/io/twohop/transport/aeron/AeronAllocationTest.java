package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.testing.Allocation;
import io.twohop.transport.Transport;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publishing and polling, measured on the thread that does both and on the one that acknowledges. */
class AeronAllocationTest {
    private static final int ROUND = 50_000;

    /** What every message made would be 16 at least. */
    private static final double ENOUGH_BYTES = 1;

    @TempDir
    Path directory;

    /** In one frame, and in fragments. */
    @ParameterizedTest
    @CsvSource({"ipc, 256", "ipc, 5000", "udp, 256", "archive, 256"})
    void shouldAllocateNothingPerMessage(String mode, int bytes) throws Exception {
        AeronConfig config = Configs.of("mode: " + mode + "\ndriver: embedded\ntermLength: 1MiB");
        try (Transport transport = new AeronProvider().open(config, Configs.context(directory, bytes))) {
            double allocated =
                    Allocation.perMessage(transport, "aeron-acknowledger", Configs.message(bytes), ROUND, ENOUGH_BYTES);

            assertThat(allocated).isLessThan(ENOUGH_BYTES);
        }
    }
}
