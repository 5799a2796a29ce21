package io.twohop.transport.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.twohop.transport.Creation;
import io.twohop.transport.Sweeper;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Deletes streams with their groups; the server takes one that does not exist for deleted. */
final class RedisSweeper implements Sweeper {
    private static final String STREAM = "stream";

    private final Connector connector;
    private final StatefulRedisConnection<String, byte[]> connection;

    RedisSweeper(Connector connector, StatefulRedisConnection<String, byte[]> connection) {
        this.connector = connector;
        this.connection = connection;
    }

    /** Returns the address: a Redis server has no name. */
    @Override
    public String place() {
        return connector.place();
    }

    Creation stream(String name) {
        return new Creation(place(), STREAM, name);
    }

    @Override
    public Map<Creation, String> delete(Collection<Creation> creations) {
        Map<Creation, String> failed = new LinkedHashMap<>();
        for (Creation creation : creations) {
            try {
                // It frees memory after its reply.
                connection.sync().unlink(creation.name());
            } catch (RedisException e) {
                failed.put(creation, Connector.words(e));
            }
        }
        return failed;
    }

    @Override
    public void close() {
        connector.close();
    }
}
