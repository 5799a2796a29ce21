package io.twohop.transport.nats.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(360)
class ReadyCheckTest {

    @TempDir
    Path directory;

    @Test
    void shouldNotTakeANeighbourForANodeThatIsTooSlow() throws Exception {
        try (EmbeddedNats nats = start(3);
                Stalled node = new Stalled(greeting(nats.address().split(",")))) {
            assertThat(ReadyCheck.whyNot(node.url(), ServerUser.made(), "node", false))
                    .isNotEmpty();
        }
    }

    @Test
    void shouldRefuseAnotherServerOnItsPort() throws Exception {
        try (EmbeddedNats nats = start(1)) {
            assertThatThrownBy(() -> ReadyCheck.whyNot(
                            ServerUser.without(nats.address()),
                            ServerUser.of(nats.address()).orElseThrow(),
                            "node",
                            false))
                    .isInstanceOf(TransportException.class)
                    .hasMessageMatching(
                            "broker: embedded met another server \\(twohop-.*-1\\) on its port; run it again");
        }
    }

    private EmbeddedNats start(int nodes) throws Exception {
        return new EmbeddedNats(NatsServers.embedded(nodes), false, SharedServer.LOOPBACK, directory, directory);
    }

    /** What the first node says to a client that connects, once it knows the others. */
    private static String greeting(String[] urls) throws Exception {
        String greeting = "";
        while (!greeting.contains("\"127.0.0.1:" + URI.create(urls[1]).getPort() + "\"")) {
            Thread.sleep(20);
            URI first = URI.create(urls[0]);
            try (Socket socket = new Socket(first.getHost(), first.getPort())) {
                greeting = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
            }
        }
        return greeting;
    }

    /** A node that comes no further than its greeting. */
    private static final class Stalled implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final List<Socket> clients = new CopyOnWriteArrayList<>();

        Stalled(String greeting) throws IOException {
            Thread thread = new Thread(() -> {
                try {
                    while (true) {
                        Socket client = server.accept();
                        clients.add(client);
                        client.getOutputStream().write((greeting + "\r\n").getBytes(StandardCharsets.UTF_8));
                    }
                } catch (IOException e) {
                    // Closed.
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        String url() {
            return "nats://127.0.0.1:" + server.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            server.close();
            for (Socket client : clients) {
                client.close();
            }
        }
    }
}
