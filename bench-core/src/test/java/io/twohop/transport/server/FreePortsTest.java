package io.twohop.transport.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
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

    @Test
    void shouldPassOverThoseInUse() throws Exception {
        int free = FreePorts.take(1).get(0);
        try (ServerSocket other = listen(free)) {
            assertThat(other.isBound()).isTrue();
            assertThatThrownBy(() -> FreePorts.take(1, free, free + 1))
                    .isInstanceOf(IOException.class)
                    .hasMessage("ports " + free + " to " + free + " of loopback: 0 free (expected: 1)");
        }

        assertThat(FreePorts.take(1, free, free + 1)).isEqualTo(List.of(free));
    }
}
