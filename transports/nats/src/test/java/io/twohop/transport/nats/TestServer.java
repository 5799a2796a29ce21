package io.twohop.transport.nats;

import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.nats.server.NatsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real server with a configuration of the test's own, as a user's server would be. */
public final class TestServer implements AutoCloseable {
    private final int port;
    private final Path directory;
    private final Path file;
    private ServerProcess process;

    /** Serves once this returns. */
    public TestServer(Path directory, String config) throws IOException, InterruptedException {
        this.directory = directory;
        port = FreePorts.take(1).get(0);
        file = directory.resolve("server.conf");
        Files.writeString(file, "listen: 127.0.0.1:" + port + "\n" + config);
        start();
    }

    /** Again, with the same data and port. */
    public void start() throws IOException, InterruptedException {
        process = ServerProcess.ignoringInput(
                "server",
                List.of(NatsServer.find(null).toString(), "-c", file.toString()),
                directory.resolve("server.log"));
        while (!answers()) {
            if (!process.isAlive()) {
                throw new IllegalStateException(process.lastWords());
            }
            Thread.sleep(10);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    public int port() {
        return port;
    }

    public String url() {
        return "nats://127.0.0.1:" + port;
    }

    /** As a crash would. */
    public void kill() {
        process.close();
    }

    /** It answers nobody, and its connections stay. */
    public void pause() throws IOException, InterruptedException {
        process.pause();
    }

    public void resume() throws IOException, InterruptedException {
        process.resume();
    }

    @Override
    public void close() {
        kill();
    }
}
