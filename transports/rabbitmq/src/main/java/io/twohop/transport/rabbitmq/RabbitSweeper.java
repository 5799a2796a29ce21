package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import io.twohop.transport.Creation;
import io.twohop.transport.Sweeper;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Deletes queues and exchanges; the server takes one that does not exist for deleted. */
final class RabbitSweeper implements Sweeper {
    private static final String QUEUE = "queue";
    private static final String EXCHANGE = "exchange";
    private static final int CLOSE_MILLIS = 1_000;

    private final Connection connection;
    private final String virtualHost;

    RabbitSweeper(Connection connection, String virtualHost) {
        this.connection = connection;
        this.virtualHost = virtualHost;
    }

    /** Returns the cluster's name and the virtual host. */
    @Override
    public String place() {
        Object cluster = connection.getServerProperties().get("cluster_name");
        return (cluster == null ? connection.getAddress().getHostAddress() + ":" + connection.getPort() : cluster) + " "
                + virtualHost;
    }

    Creation queue(String name) {
        return new Creation(place(), QUEUE, name);
    }

    Creation exchange(String name) {
        return new Creation(place(), EXCHANGE, name);
    }

    @Override
    public Map<Creation, String> delete(Collection<Creation> creations) {
        Map<Creation, String> failed = new LinkedHashMap<>();
        for (Creation creation : creations) {
            // A refusal closes the channel.
            try {
                Channel channel = connection.createChannel();
                if (creation.kind().equals(EXCHANGE)) {
                    channel.exchangeDelete(creation.name());
                } else {
                    channel.queueDelete(creation.name());
                }
                channel.abort();
            } catch (IOException | ShutdownSignalException e) {
                failed.put(creation, Connector.words(e));
            }
        }
        return failed;
    }

    @Override
    public void close() {
        connection.abort(CLOSE_MILLIS);
    }
}
