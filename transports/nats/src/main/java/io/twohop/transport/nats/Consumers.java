package io.twohop.transport.nats;

import io.nats.client.BaseConsumerContext;
import io.nats.client.Connection;
import io.nats.client.ConsumeOptions;
import io.nats.client.IterableConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.StreamContext;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.OrderedConsumerConfiguration;
import io.nats.client.support.JsonParseException;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import java.io.IOException;

/** Subscriptions of the kind that {@code consumer:} names. */
final class Consumers {
    private final NatsConfig config;
    private final NatsIncidents incidents;
    private final Connections connections;
    private final int maxMessageBytes;

    Consumers(NatsConfig config, NatsIncidents incidents, Connections connections, int maxMessageBytes) {
        this.connections = connections;
        this.config = config;
        this.incidents = incidents;
        this.maxMessageBytes = maxMessageBytes;
    }

    Subscription ofSubject(Connection connection, String subject, String group) {
        return queued(connection, connection.subscribe(subject, group), false);
    }

    /** Returns a subscription to an existing subject, in no group; of a stream's subject it gets the messages, not the stored copies. */
    Subscription ofExisting(Connection connection, String subject) {
        io.nats.client.Subscription subscription = connection.subscribe(subject);
        incidents.watchDrops(subscription::getDroppedCount);
        return new ReplySubscription(connections, connection, subscription, maxMessageBytes);
    }

    Subscription ofStream(Connection connection, String name, String subject, String group)
            throws IOException, JetStreamApiException {
        StreamContext stream = connection.getStreamContext(name);
        return switch (config.messaging().consumer()) {
            case PULL ->
                asked(connection, stream.createOrUpdateConsumer(consumer(group).build()), true);
            case ORDERED ->
                asked(
                        connection,
                        stream.createOrderedConsumer(
                                new OrderedConsumerConfiguration().deliverPolicy(DeliverPolicy.All)),
                        false);
            case PUSH -> {
                PushSubscribeOptions options = PushSubscribeOptions.builder().stream(name)
                        .configuration(consumer(group).deliverGroup(group).build())
                        .build();
                yield queued(connection, connection.jetStream().subscribe(subject, group, options), true);
            }
        };
    }

    /** Returns a subscription to messages that the server pushes. */
    private Subscription queued(Connection connection, io.nats.client.Subscription subscription, boolean acknowledges) {
        incidents.watchDrops(subscription::getDroppedCount);
        return new NatsSubscription(
                connections,
                connection,
                subscription::nextMessage,
                subscription::getPendingMessageCount,
                acknowledges,
                maxMessageBytes);
    }

    /** Returns a subscription to messages that the client requests in batches. */
    private Subscription asked(Connection connection, BaseConsumerContext consumer, boolean acknowledges)
            throws IOException, JetStreamApiException {
        IterableConsumer messages = consumer.iterate(ConsumeOptions.builder()
                .expiresIn(config.messaging().expires().toMillis())
                .build());
        return new NatsSubscription(
                connections, connection, messages::nextMessage, () -> 0, acknowledges, maxMessageBytes);
    }

    private ConsumerConfiguration.Builder consumer(String group) {
        try {
            return ConsumerConfiguration.builder()
                    .json(NatsOptions.json(config.messaging().consumerOptions()))
                    .durable(group)
                    .deliverPolicy(DeliverPolicy.All)
                    .ackPolicy(AckPolicy.Explicit);
        } catch (JsonParseException e) {
            throw new TransportException(
                    "consumerOptions: " + config.messaging().consumerOptions() + ": " + e.getMessage(), e);
        }
    }
}
