package io.twohop.transport.nats.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.twohop.testing.model.OtherJvm;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.Broker;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.kit.ServerUser;
import java.io.BufferedReader;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(360)
class EmbeddedNatsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void shouldServeOnLoopbackAndLeaveNoProcess() throws Exception {
        List<ProcessHandle> servers;
        try (EmbeddedNats nats =
                new EmbeddedNats(NatsServers.embedded(3), true, SharedServer.LOOPBACK, directory, directory)) {
            servers = servers(directory);
            assertThat(servers).hasSize(3);
            Connection connection = Nats.connect(nats.address());
            assertThat(connection.getServerInfo().getHost()).isEqualTo("127.0.0.1");
            connection.close();
            assertThat(directory.resolve("nats-server-3.log")).content().contains("Server is ready");
            assertLetsInNobodyElse(nats);
        }

        assertThat(servers).noneMatch(ProcessHandle::isAlive);
    }

    private void assertLetsInNobodyElse(EmbeddedNats nats) throws Exception {
        String anonymous = ServerUser.without(nats.address());
        for (String url : List.of(anonymous, ServerUser.made().within(anonymous))) {
            assertThatThrownBy(() -> Nats.connect(url)).isInstanceOf(AuthenticationException.class);
        }
        Path file = directory.resolve("nats-1/server.conf");
        String route = Files.readString(file).replaceAll("(?s).*cluster \\{.*?listen: (.*?)\n.*", "$1");
        assertThat(greetedAsRoute(route)).contains("Authorization Violation");

        String password = ServerUser.of(nats.address()).orElseThrow().password();
        assertThat(Files.readString(file)).contains(password);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        for (ServerProcess node : nats.nodes()) {
            assertThat(Files.readString(Path.of("/proc/" + node.pid() + "/cmdline")))
                    .doesNotContain(password);
        }
        assertThat(Files.readString(directory.resolve("nats-server-1.log"))).doesNotContain(password);
    }

    /** What a server says to one that calls itself a member of its cluster. */
    private static String greetedAsRoute(String address) throws Exception {
        String[] parts = address.split(":");
        try (Socket socket = new Socket(parts[0], Integer.parseInt(parts[1]))) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream()
                    .write("CONNECT {\"verbose\":false,\"name\":\"x\",\"server\":\"x\"}\r\nPING\r\n"
                            .getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    /** What this process started whose data is in that directory. */
    private static List<ProcessHandle> servers(Path directory) {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("nats-server"))
                .filter(process -> process.info().commandLine().orElse("").contains(directory.toString()))
                .toList();
    }

    @Test
    void shouldDieWithTheProcessThatStartedIt() throws Exception {
        Process parent = new ProcessBuilder(OtherJvm.command(Parent.class, directory.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ProcessHandle server;
        try (BufferedReader lines = parent.inputReader()) {
            server = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
            assertThat(server.isAlive()).isTrue();
            parent.destroyForcibly().waitFor();
        }

        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (server.isAlive() && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(server.isAlive()).isFalse();
    }

    /** Starts a server, says which process it is, and waits. */
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            EmbeddedNats nats =
                    new EmbeddedNats(NatsServers.embedded(1), false, SharedServer.LOOPBACK, directory, directory);
            System.out.println(servers(directory).get(0).pid());
            System.out.flush();
            Thread.sleep(Duration.ofMinutes(2).toMillis());
            nats.close();
        }
    }

    @Test
    void shouldRepeatTheServersWordsWhenItDoesNotStart() {
        NatsServers wrong = new NatsServers(Broker.EMBEDDED, null, 1, null, Map.of("max_payload", "\"much\""), null);

        assertThatThrownBy(() -> new EmbeddedNats(wrong, false, SharedServer.LOOPBACK, directory, directory))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("could not be started")
                .hasMessageContaining("server.conf:3:1");
    }
}
