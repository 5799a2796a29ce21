package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Subscription;
import io.twohop.testing.BarePath;
import io.twohop.transport.SharedServer;
import io.twohop.transport.nats.server.EmbeddedNats;
import io.twohop.transport.nats.server.NatsServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The NATS client alone over the two-hop path, core subjects. Not a test; CONTRIBUTING.md says how it is run. */
public final class BarePingPong {
    private static final Duration WAIT = Duration.ofMillis(10);

    private BarePingPong() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("bare-");
        try (EmbeddedNats nats =
                new EmbeddedNats(NatsServers.embedded(1), false, SharedServer.LOOPBACK, directory, directory)) {
            Connection generator = Nats.connect(nats.address());
            Connection serviceIn = Nats.connect(nats.address());
            Connection serviceOut = Nats.connect(nats.address());
            Connection sink = Nats.connect(nats.address());
            Subscription there = serviceIn.subscribe("there", "group");
            Subscription back = sink.subscribe("back", "group");
            serviceIn.flush(Duration.ofSeconds(5));
            sink.flush(Duration.ofSeconds(5));
            BarePath.echo(source(there), message -> serviceOut.publish("back", message));
            new BarePath(arguments).run(message -> generator.publish("there", message), source(back));
        }
        Runtime.getRuntime().halt(0);
    }

    private static BarePath.Source source(Subscription subscription) {
        return handler -> {
            Message message = subscription.nextMessage(WAIT);
            if (message != null) {
                handler.accept(message.getData());
            }
        };
    }
}
