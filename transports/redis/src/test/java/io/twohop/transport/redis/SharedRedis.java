package io.twohop.transport.redis;

import io.lettuce.core.XReadArgs.StreamOffset;
import io.twohop.config.YamlDocument;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A server for all tests of this JVM, whose names differ; it ends with it. */
final class SharedRedis {
    private SharedRedis() {}

    private static final class Server {
        static final EmbeddedRedis ONE = start();
    }

    private static EmbeddedRedis start() {
        try {
            Path directory =
                    Files.createTempDirectory(Path.of("target"), "server-").toAbsolutePath();
            return new EmbeddedRedis(config("mode: streams"), SharedServer.LOOPBACK, directory, directory);
        } catch (Exception e) {
            throw new IllegalStateException("no server for the tests", e);
        }
    }

    /** Skips the tests of a class, with the reason, where there is no server; .ci/run takes a skipped test for a failure. */
    static void assume() {
        try {
            RedisProgram.find(Optional.empty());
        } catch (TransportException e) {
            Assumptions.abort("Redis cannot be tested here: " + e.getMessage());
        }
    }

    static RedisConfig config(String yaml) {
        return YamlDocument.parse("test.yaml", yaml).bind(RedisConfig.class);
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
        return "broker: external\nurl: " + url() + "\nuser: " + user().name() + "\npassword: '" + user().password()
                + "'\n";
    }

    /** Returns a place in a stream, in the form that the client takes. */
    @SuppressWarnings("unchecked")
    static StreamOffset<String>[] from(String stream, String id) {
        return Stream.of(StreamOffset.from(stream, id)).toArray(StreamOffset[]::new);
    }
}
