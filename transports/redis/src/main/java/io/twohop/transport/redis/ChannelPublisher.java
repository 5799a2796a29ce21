package io.twohop.transport.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.twohop.transport.Acknowledgements;
import java.util.concurrent.CompletionStage;

/** Publishes to channels. The reply counts receivers; it bounds what is in flight, and promises nothing. */
final class ChannelPublisher extends RedisPublisher {
    ChannelPublisher(StatefulRedisConnection<String, byte[]> connection, String[] channels, int maxInFlight) {
        super(connection, channels, maxInFlight, Acknowledgements.NONE);
    }

    @Override
    CompletionStage<?> send(RedisAsyncCommands<String, byte[]> commands, String channel, byte[] message) {
        return commands.publish(channel, message);
    }
}
