package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.Connection;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.PrivateFile;
import io.twohop.transport.kit.RunServers;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.kit.ServerUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A RabbitMQ server on this machine, with free ports and a private directory. It needs a name server of Erlang, which it would start as
 * a daemon that stays; so it has one of its own, in the foreground, that ends with this process as the server does.
 */
final class EmbeddedRabbit implements SharedServer {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int CONNECT_MILLIS = 1_000;

    private final ServerUser user = ServerUser.made();
    private final String host;
    private final int port;
    private final ServerProcess names;
    private final ServerProcess server;

    /**
     * Starts the server, and waits until it serves.
     *
     * @param host the address at which clients reach it
     * @param data private to the run; its creator deletes it after {@link #close}
     * @throws TransportException if it does not start, with its own words
     */
    EmbeddedRabbit(RabbitConfig config, String host, Path data, Path logs) throws IOException, InterruptedException {
        this.host = host;
        RabbitProgram program =
                RabbitProgram.find(Optional.ofNullable(config.servers().server()));
        List<Integer> ports = FreePorts.take(3);
        port = ports.get(0);
        Path directory = Files.createDirectories(data.resolve("rabbitmq-1")).toAbsolutePath();
        writeFiles(directory, config.servers().serverConfig());
        names = ServerProcess.ignoringInput(
                "epmd",
                List.of(program.epmd().toString(), "-port", ports.get(2).toString(), "-address", LOOPBACK),
                logs.resolve("epmd-1.log"));
        ServerProcess started = null;
        try {
            names.awaitPort(LOOPBACK, ports.get(2), START_LIMIT);
            started = ServerProcess.ignoringInput(
                    ServerProcess.name(1), command(program, directory, ports), logs.resolve("rabbitmq-server-1.log"));
            server = started;
            server.awaitPort(host, port, START_LIMIT);
            checkUser();
        } catch (IOException | InterruptedException | RuntimeException e) {
            if (started != null) {
                started.close();
            }
            names.close();
            throw e;
        }
    }

    private void writeFiles(Path directory, Map<String, String> further) throws IOException {
        Files.createDirectories(directory.resolve("home"));
        PrivateFile.create(
                directory.resolve("home").resolve(".erlang.cookie"),
                ServerUser.made().password());
        Files.writeString(directory.resolve("enabled_plugins"), "[rabbitmq_consistent_hash_exchange].");
        StringBuilder text = new StringBuilder();
        text.append("listeners.tcp.1 = ").append(host).append(':').append(port).append('\n');
        text.append("loopback_users = none\n");
        text.append("default_user = ").append(user.name()).append('\n');
        text.append("default_pass = ").append(user.password()).append('\n');
        text.append("log.console = true\nlog.console.level = info\nlog.file = false\n");
        further.forEach(
                (key, value) -> text.append(key).append(" = ").append(value).append('\n'));
        PrivateFile.create(directory.resolve("rabbitmq.conf"), text.toString());
    }

    private static List<String> command(RabbitProgram program, Path directory, List<Integer> ports) {
        List<String> command = new ArrayList<>();
        command.add("/usr/bin/env");
        command.add("HOME=" + directory.resolve("home"));
        // With it the script becomes the server, instead of waiting for it.
        command.add("RUNNING_UNDER_SYSTEMD=1");
        // All that the script starts inherits these: none of them starts a daemon, or listens elsewhere.
        command.add("ERL_FLAGS=-start_epmd false -kernel inet_dist_use_interface {127,0,0,1}");
        command.add("ERL_EPMD_ADDRESS=" + LOOPBACK);
        command.add("ERL_EPMD_PORT=" + ports.get(2));
        command.add("ERL_CRASH_DUMP_SECONDS=0");
        command.add("RABBITMQ_DIST_PORT=" + ports.get(1));
        command.add("RABBITMQ_NODENAME=twohop" + ports.get(0) + "@localhost");
        command.add("RABBITMQ_MNESIA_BASE=" + directory.resolve("data"));
        command.add("RABBITMQ_LOG_BASE=" + directory.resolve("log"));
        command.add("RABBITMQ_ENABLED_PLUGINS_FILE=" + directory.resolve("enabled_plugins"));
        command.add("RABBITMQ_CONFIG_FILE=" + directory.resolve("rabbitmq.conf"));
        command.add("RABBITMQ_PID_FILE=" + directory.resolve("pid"));
        command.add("RABBITMQ_GENERATED_CONFIG_DIR=" + directory.resolve("generated"));
        // No settings of the distribution's own server.
        command.add("RABBITMQ_CONF_ENV_FILE=/dev/null");
        command.add(program.script().toString());
        return command;
    }

    /** Another server that got the port would not know the user. */
    private void checkUser() {
        Connection connection = new Connector(address(), Optional.empty(), Optional.empty()).connect("twohop-ready");
        connection.abort(CONNECT_MILLIS);
    }

    /** Returns this server as that of one run, which ends it. */
    RunServers ofRun() {
        return new RunServers(address(), List.of(server));
    }

    @Override
    public String address() {
        return user.within("amqp://" + host + ":" + port);
    }

    @Override
    public Map<String, String> clientProperties() {
        return Map.of("uri", "amqp://" + host + ":" + port, "username", user.name(), "password", user.password());
    }

    @Override
    public Set<String> keys() {
        return Set.of("broker", "server", "serverConfig");
    }

    @Override
    public List<ServerProcess> nodes() {
        return List.of(server);
    }

    @Override
    public void close() {
        server.close();
        names.close();
    }
}
