package io.twohop.jmh.bare;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;
import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Supplier;

/** NATS core: a subject per hop, a thread and a connection for each of generator, sink, and the service's two sides. */
final class BareNats implements BareClient {
    private static final Duration WAIT = Duration.ofMillis(10);
    private static final Duration FLUSH = Duration.ofSeconds(5);

    @Override
    public boolean isSingleThreaded() {
        return false;
    }

    @Override
    public void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, Properties place) throws Exception {
        Options options = new Options.Builder(place).build();
        try (Connection generator = Nats.connect(options);
                Connection serviceIn = Nats.connect(options);
                Connection serviceOut = Nats.connect(options);
                Connection sink = Nats.connect(options)) {
            Subscription requests = serviceIn.subscribe("requests", "service");
            Subscription replies = sink.subscribe("replies", "sink");
            serviceIn.flush(FLUSH);
            sink.flush(FLUSH);
            BareCodec generatorCodec = new BareCodec(codecs.get());
            BareCodec requestCodec = new BareCodec(codecs.get());
            BareCodec replyCodec = new BareCodec(codecs.get());
            BareCodec sinkCodec = new BareCodec(codecs.get());
            load.run(
                    event -> generator.publish("requests", generatorCodec.encode(event)),
                    () -> {
                        Message request = requests.nextMessage(WAIT);
                        if (request != null) {
                            OrderEvent event = requestCodec.decode(request.getData());
                            serviceOut.publish("replies", replyCodec.encode(event));
                        }
                    },
                    () -> {
                        Message reply = replies.nextMessage(WAIT);
                        if (reply != null) {
                            load.arrive(sinkCodec.decode(reply.getData()), System.nanoTime());
                        }
                    });
        }
    }
}
