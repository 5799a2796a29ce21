package io.twohop.transport.rabbitmq;

import io.twohop.config.YamlDocument;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerUser;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** A server for all tests of this JVM, whose names differ; it ends with it. */
final class SharedRabbit {
    private SharedRabbit() {}

    private static final class Server {
        static final EmbeddedRabbit ONE = start();
    }

    private static EmbeddedRabbit start() {
        try {
            Path directory =
                    Files.createTempDirectory(Path.of("target"), "server-").toAbsolutePath();
            return new EmbeddedRabbit(config("queue: classic"), SharedServer.LOOPBACK, directory, directory);
        } catch (Exception e) {
            throw new IllegalStateException("no server for the tests", e);
        }
    }

    /** Skips the tests of a class, with the reason, where there is no server; .ci/run takes a skipped test for a failure. */
    static void assume() {
        try {
            RabbitProgram.find(Optional.empty());
        } catch (TransportException e) {
            Assumptions.abort("RabbitMQ cannot be tested here: " + e.getMessage());
        }
    }

    static RabbitConfig config(String yaml) {
        return YamlDocument.parse("test.yaml", yaml).bind(RabbitConfig.class);
    }

    /** Returns the server's URL. */
    static String url() {
        return ServerUser.without(Server.ONE.address());
    }

    static ServerUser user() {
        return ServerUser.of(Server.ONE.address()).orElseThrow();
    }

    /** Evaluates Erlang in the server, as its administrator may; returns the value's text. */
    static String eval(String expression) throws IOException, InterruptedException {
        long pid = Server.ONE.nodes().get(0).handle().orElseThrow().pid();
        ProcessBuilder control = new ProcessBuilder(
                RabbitProgram.find(Optional.empty())
                        .script()
                        .resolveSibling("rabbitmqctl")
                        .toString(),
                "--quiet",
                "eval",
                expression);
        for (String variable :
                Files.readString(Path.of("/proc/" + pid + "/environ")).split("\0")) {
            String[] parts = variable.split("=", 2);
            if (parts[0].matches("HOME|ERL_EPMD_.*|RABBITMQ_NODENAME|RABBITMQ_CONF_ENV_FILE")) {
                control.environment().put(parts[0], parts[1]);
            }
        }
        Process process = control.redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(out);
        }
        return out;
    }

    /** Returns the lines of a transport file for the server. */
    static String external() {
        return external(URI.create(url()));
    }

    /** @param url another way to the server */
    static String external(URI url) {
        return "broker: external\nurl: " + url + "\nuser: " + user().name() + "\npassword: '" + user().password()
                + "'\n";
    }
}
