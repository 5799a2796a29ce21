package io.twohop.jmh.bare;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Redis as in {@code redis.yaml}: a stream with a group per hop, replies to XADD that nobody waits for, XACK of each batch, and a thread
 * and a connection for each of generator, sink, and the service's two sides.
 */
final class BareRedis implements BareClient {
    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.ASCII, ByteArrayCodec.INSTANCE);
    private static final XReadArgs WAITING = XReadArgs.Builder.block(10).count(100);
    private static final String PAYLOAD = "m";

    @Override
    public boolean isSingleThreaded() {
        return false;
    }

    @Override
    public void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, Properties place) throws Exception {
        RedisURI uri = RedisURI.builder(RedisURI.create(place.getProperty("url")))
                .withAuthentication(
                        place.getProperty("user"), place.getProperty("password").toCharArray())
                .build();
        try (RedisClient client = RedisClient.create(uri)) {
            StatefulRedisConnection<String, byte[]> generator = client.connect(CODEC);
            StatefulRedisConnection<String, byte[]> serviceOut = client.connect(CODEC);
            Arrivals requests = new Arrivals(client.connect(CODEC), "requests");
            Arrivals replies = new Arrivals(client.connect(CODEC), "replies");
            BareCodec generatorCodec = new BareCodec(codecs.get());
            BareCodec requestCodec = new BareCodec(codecs.get());
            BareCodec replyCodec = new BareCodec(codecs.get());
            BareCodec sinkCodec = new BareCodec(codecs.get());
            load.run(
                    event -> generator.async().xadd("requests", PAYLOAD, generatorCodec.encode(event)),
                    () -> {
                        for (StreamMessage<String, byte[]> request : requests.next()) {
                            OrderEvent event =
                                    requestCodec.decode(request.getBody().get(PAYLOAD));
                            serviceOut.async().xadd("replies", PAYLOAD, replyCodec.encode(event));
                        }
                        requests.acknowledge();
                    },
                    () -> {
                        for (StreamMessage<String, byte[]> reply : replies.next()) {
                            load.arrive(sinkCodec.decode(reply.getBody().get(PAYLOAD)), System.nanoTime());
                        }
                        replies.acknowledge();
                    });
        }
    }

    /** The messages of a stream. */
    private static final class Arrivals {
        private final StatefulRedisConnection<String, byte[]> connection;
        private final String stream;
        private final StreamOffset<String>[] unread;
        private List<StreamMessage<String, byte[]>> batch = List.of();

        @SuppressWarnings("unchecked")
        Arrivals(StatefulRedisConnection<String, byte[]> connection, String stream) {
            this.connection = connection;
            this.stream = stream;
            this.unread = Stream.of(StreamOffset.lastConsumed(stream)).toArray(StreamOffset[]::new);
            connection.sync().xgroupCreate(StreamOffset.from(stream, "0"), stream, XGroupCreateArgs.Builder.mkstream());
        }

        /** Returns what came in time. */
        List<StreamMessage<String, byte[]>> next() {
            batch = connection.sync().xreadgroup(Consumer.from(stream, stream), WAITING, unread);
            return batch;
        }

        void acknowledge() {
            if (!batch.isEmpty()) {
                connection
                        .async()
                        .xack(
                                stream,
                                stream,
                                batch.stream().map(StreamMessage::getId).toArray(String[]::new));
            }
        }
    }
}
