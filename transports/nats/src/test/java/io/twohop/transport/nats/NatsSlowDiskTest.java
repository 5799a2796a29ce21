package io.twohop.transport.nats;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Alone: beside other servers that write, the limit was twice seen to hold up nothing. Why is not known. */
@Tag("one-jdk")
@Isolated
@Timeout(360)
class NatsSlowDiskTest {
    @TempDir
    Path results;

    @Test
    void shouldHoldUpWhatIsSyncedWhileTheDiskIsSlow() throws Exception {
        NatsFaultsTest.runIfAvailable(
                        results,
                        4,
                        "transport: nats\nmode: jetstream\nstorage: file\nsync: always\nexpires: 1s",
                        "  - { at: 1s, target: disk, action: slow, to: 4KiB, for: 1s }\n")
                .ifPresent(faults -> {
                    assertThat(faults.lost()).isZero();
                    // Whether they wait at the server or at their sender: what measures has the same slow disk.
                    assertThat(faults.outcomes().get(0).aftermath().longestGapNanos())
                            .as(faults.toString())
                            .isGreaterThanOrEqualTo(690_000_000);
                });
    }
}
