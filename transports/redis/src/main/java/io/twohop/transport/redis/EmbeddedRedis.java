package io.twohop.transport.redis;

import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.PrivateFile;
import io.twohop.transport.kit.RunServers;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.kit.ServerUser;
import io.twohop.transport.redis.RedisConfig.Aof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A Redis server on this machine, with a free port and a private directory. */
final class EmbeddedRedis implements SharedServer {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private final ServerUser user = ServerUser.made();
    private final String host;
    private final int port;
    private final ServerProcess server;

    /**
     * Starts the server, and waits until it serves.
     *
     * @param host the address at which clients reach it
     * @param data private to the run; its creator deletes it after {@link #close}
     * @throws TransportException if it does not start, with its own words
     */
    EmbeddedRedis(RedisConfig config, String host, Path data, Path logs) throws IOException, InterruptedException {
        this.host = host;
        Path program = RedisProgram.find(Optional.ofNullable(config.servers().server()));
        port = FreePorts.take(1).get(0);
        Path directory = Files.createDirectories(data.resolve("redis-1")).toAbsolutePath();
        Path file = PrivateFile.create(directory.resolve("redis.conf"), text(config.servers(), directory));
        server = ServerProcess.ignoringInput(
                ServerProcess.name(1),
                List.of(program.toString(), file.toString()),
                logs.resolve("redis-server-1.log"));
        try {
            server.awaitPort(host, port, START_LIMIT);
            // Another server that got the port would not know the user.
            try (Connector connector = new Connector(address(), Optional.empty())) {
                connector.connect("twohop-ready");
            }
        } catch (InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private String text(RedisConfig.Servers servers, Path directory) {
        StringBuilder text = new StringBuilder();
        servers.serverConfig()
                .forEach((key, value) ->
                        text.append(key).append(' ').append(value).append('\n'));
        // The last line of a key counts.
        text.append("bind ").append(host).append('\n');
        text.append("port ").append(port).append('\n');
        text.append("daemonize no\nlogfile \"\"\nsave \"\"\n");
        text.append("dir ").append(quoted(directory)).append('\n');
        text.append("appendonly ")
                .append(servers.aof() == Aof.NONE ? "no" : "yes")
                .append('\n');
        if (servers.aof() != Aof.NONE) {
            text.append("appendfsync ")
                    .append(servers.aof().name().toLowerCase(Locale.ROOT))
                    .append('\n');
        }
        text.append("user default off\n");
        text.append("user ")
                .append(user.name())
                .append(" on >")
                .append(user.password())
                .append(" ~* &* +@all\n");
        return text.toString();
    }

    private static String quoted(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Returns this server as that of one run, which ends it. */
    RunServers ofRun() {
        return new RunServers(address(), List.of(server));
    }

    @Override
    public String address() {
        return user.within(url());
    }

    private String url() {
        return "redis://" + host + ":" + port;
    }

    @Override
    public Map<String, String> clientProperties() {
        return Map.of("url", url(), "user", user.name(), "password", user.password());
    }

    @Override
    public Set<String> keys() {
        return Set.of("broker", "server", "serverConfig", "aof");
    }

    @Override
    public List<ServerProcess> nodes() {
        return List.of(server);
    }

    @Override
    public void close() {
        server.close();
    }
}
