package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.testing.model.OtherJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }

    @Test
    void shouldBeDistinct() throws Exception {
        assertThat(Set.copyOf(FreePorts.take(20))).hasSize(20);
    }

    @Test
    void shouldLieWhereNoOutgoingConnectionGetsItsPort() throws Exception {
        try (ServerSocket server = listen(0);
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            assertThat(client.getLocalPort()).isGreaterThanOrEqualTo(FreePorts.END);
        }

        assertThat(FreePorts.take(20)).allMatch(port -> port >= FreePorts.FIRST && port < FreePorts.END);
    }

    /** Each is a server's that may not listen yet. */
    @Test
    void shouldNotBeGivenAgainSoon() throws Exception {
        Set<Integer> given = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            given.addAll(FreePorts.take(1, FreePorts.FIRST, FreePorts.FIRST + 100));
        }

        assertThat(given).hasSize(60);
    }

    /** Two runs that begin at the same time; each server listens a while after its port was chosen. */
    @Test
    void shouldNotBeGivenToTwoProcesses() throws Exception {
        Process other = new ProcessBuilder(OtherJvm.command(OtherRun.class))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = other.inputReader()) {
            int port = Integer.parseInt(lines.readLine());
            assertThatThrownBy(() -> FreePorts.take(1, port, port + 1)).hasMessageContaining("0 free");
            listen(port).close();
        } finally {
            other.destroyForcibly();
        }
    }

    /** Takes a port, says which, and waits to be killed. */
    static final class OtherRun {
        public static void main(String[] arguments) throws Exception {
            System.out.println(FreePorts.take(1).get(0));
            System.out.flush();
            Thread.sleep(Duration.ofMinutes(2).toMillis());
        }
    }

    /** A range of several: any single port may be another test's for a moment. */
    @Test
    void shouldPassOverThoseInUse() throws Exception {
        int used = FreePorts.take(1, FreePorts.FIRST, FreePorts.END - 50).get(0);
        try (ServerSocket other = listen(used)) {
            assertThat(other.isBound()).isTrue();
            assertThatThrownBy(() -> FreePorts.take(1, used, used + 1))
                    .isInstanceOf(IOException.class)
                    .hasMessage("ports " + used + " to " + used + " of loopback: 0 free (expected: 1)");
            for (int i = 0; i < 500; i++) {
                assertThat(FreePorts.take(1, used, used + 50)).hasSize(1).doesNotContain(used);
            }
        }
    }
}
