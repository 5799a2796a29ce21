package io.twohop.transport.aeron.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.transport.aeron.driver.DriverPlan.ArchivePlan;
import io.twohop.workload.JvmOptions;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverPlanTest {
    private static DriverPlan plan(Threading threading, DriverIdle idle, boolean network, int freeCores) {
        return new DriverPlan(
                threading,
                idle,
                network,
                freeCores,
                Optional.of(new ArchivePlan("/recordings", 1, 1 << 20)),
                JvmOptions.defaults(),
                Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "false, 8, SHARED, BACKOFF",
        "true, 0, SHARED, BACKOFF",
        "true, 1, SHARED, SPIN",
        "true, 2, SHARED_NETWORK, SPIN",
        "true, 3, DEDICATED, SPIN"
    })
    void shouldTakeTheCoresThatAreFree(boolean network, int freeCores, Threading threading, DriverIdle idle) {
        DriverPlan plan = plan(Threading.AUTO, DriverIdle.AUTO, network, freeCores);

        assertThat(plan.threading()).isEqualTo(threading);
        assertThat(plan.idle()).isEqualTo(idle);
    }

    @Test
    void shouldTakeWhatWasAskedForWhateverIsFree() {
        DriverPlan plan = plan(Threading.DEDICATED, DriverIdle.YIELD, true, 0);

        assertThat(plan.threading()).isEqualTo(Threading.DEDICATED);
        assertThat(plan.idle()).isEqualTo(DriverIdle.YIELD);
        assertThat(plan.busyThreads()).as("and the archive's").isEqualTo(4);
    }

    @Test
    void shouldReachItsProcessAsItIs() {
        DriverPlan plan = plan(Threading.AUTO, DriverIdle.AUTO, true, 2);
        DriverPlan there = DriverPlan.of(plan.arguments());

        assertThat(there.threading()).isEqualTo(plan.threading());
        assertThat(there.idle()).isEqualTo(plan.idle());
        assertThat(there.archive()).isEqualTo(plan.archive());
        assertThat(DriverPlan.of(List.of("SHARED", "SPIN")).archive()).isEmpty();
    }

    /** Aeron refuses to start where it gets less than it asks for. */
    @Test
    void shouldAskForNoLargerBufferThanTheMachineGives() throws Exception {
        int bytes = SocketBuffers.receiveBytes();
        try (DatagramChannel socket = DatagramChannel.open()) {
            socket.setOption(StandardSocketOptions.SO_RCVBUF, Integer.MAX_VALUE);
            assertThat(bytes).isPositive().isLessThanOrEqualTo(socket.getOption(StandardSocketOptions.SO_RCVBUF));
        }
    }

    @Test
    void shouldDeleteTheDirectoriesOfProcessesThatAreGoneAndNoOthers(@TempDir Path directory) throws Exception {
        Path gone = Files.createDirectory(directory.resolve("twohop-aeron-1"));
        Files.createFile(gone.resolve(".owner"));
        Path foreign = Files.createDirectory(directory.resolve("twohop-aeron-2"));
        Path other = Files.createDirectory(directory.resolve("aeron-user"));
        Files.createFile(other.resolve(".owner"));

        DriverDirectory.deleteAbandoned(directory);

        assertThat(gone).doesNotExist();
        assertThat(foreign).as("nobody's lock").exists();
        assertThat(other).as("another name").exists();
    }
}
