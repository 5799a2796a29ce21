package io.twohop.transport.rabbitmq;

import io.twohop.config.YamlDocument;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerUser;
import java.net.URI;
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
