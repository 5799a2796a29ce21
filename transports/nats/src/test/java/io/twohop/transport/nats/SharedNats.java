package io.twohop.transport.nats;

import io.twohop.transport.SharedServer;
import io.twohop.transport.nats.server.EmbeddedNats;
import io.twohop.transport.nats.server.NatsServers;
import java.nio.file.Files;
import java.nio.file.Path;

/** Servers with JetStream for all tests of this JVM whose names differ; they end with it. */
final class SharedNats {
    private SharedNats() {}

    private static final class Alone {
        static final String ADDRESS = start(1);
    }

    private static final class Three {
        static final String ADDRESS = start(3);
    }

    private static String start(int nodes) {
        try {
            Path directory =
                    Files.createTempDirectory(Path.of("target"), "servers-").toAbsolutePath();
            return new EmbeddedNats(NatsServers.embedded(nodes), true, SharedServer.LOOPBACK, directory, directory)
                    .address();
        } catch (Exception e) {
            throw new IllegalStateException("no servers for the tests", e);
        }
    }

    /** Returns the lines of a transport file for the only server. */
    static String alone() {
        return external(Alone.ADDRESS);
    }

    /** Returns the lines of a transport file for a cluster of three servers. */
    static String three() {
        return external(Three.ADDRESS);
    }

    private static String external(String address) {
        return "broker: external\nurl: " + address + "\n";
    }
}
