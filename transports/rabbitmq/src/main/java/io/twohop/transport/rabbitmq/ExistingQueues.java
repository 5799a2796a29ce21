package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import io.twohop.transport.ConsumerWatch;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RunCreations;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;

/**
 * Queues and exchanges of a deployed service, which the bench neither declares nor deletes. Replies from an exchange come by a queue of the
 * run's own, which ends with its connection. The starting thread.
 */
final class ExistingQueues {
    private final RabbitSweeper sweeper;
    private final RunCreations creations;
    private final String runId;

    /** The source of replies; known before requests are published. */
    private Address replies;

    ExistingQueues(RabbitSweeper sweeper, RunCreations creations, String runId) {
        this.sweeper = sweeper;
        this.creations = creations;
        this.runId = runId;
    }

    /** Returns where requests are published. */
    QueuePublisher.Target target(Connection connection, String requests) throws IOException {
        Address address = Address.of(requests);
        if (replies != null && replies.receives(address)) {
            throw new TransportException("replies of " + replies + " with the routing key " + replies.key()
                    + " would have the requests among them; name a routing key that only replies have");
        }
        check(connection, address);
        return new QueuePublisher.Target(address.exchange(), address.key());
    }

    /**
     * Returns the queue to read replies from: the service's, or one of the run's own that is bound to the service's exchange.
     *
     * @throws TransportException if there is no such place, or without the right to read there
     */
    String queue(Connection connection, String channel) throws IOException {
        Address address = Address.of(channel);
        check(connection, address);
        replies = address;
        if (address.isQueue()) {
            return address.key();
        }
        // Loads of one run have a queue each.
        String queue = runId + "-replies-" + UUID.randomUUID().toString().substring(0, 8);
        creations.about(sweeper.queue(queue));
        Channel maker = connection.createChannel();
        try {
            maker.queueDeclare(queue, false, true, true, Map.of());
            maker.queueBind(queue, address.exchange(), address.key());
        } catch (IOException e) {
            throw refusal(
                    address,
                    e,
                    "let this user configure, write and read queues that begin with twohop, and read " + address);
        }
        return queue;
    }

    /** Starts to read, as the only consumer: another one would take replies away, or lose its own. */
    void consume(Channel reader, String queue, QueueSubscription subscription) throws IOException {
        try {
            reader.basicConsume(queue, false, "", false, true, null, subscription);
        } catch (IOException e) {
            Address address = replies;
            boolean isShared = Refusal.of(e)
                    .filter(reason -> reason.text().contains("exclusive"))
                    .isPresent();
            throw isShared
                    ? new TransportException(
                            address + " has another consumer, or x-single-active-consumer: replies would be taken away;"
                                    + " name a queue that nobody else reads, or /exchanges/NAME/KEY, of which each run and"
                                    + " load has a queue of its own",
                            e)
                    : refusal(address, e, "let this user read " + address);
        }
    }

    private static void check(Connection connection, Address address) throws IOException {
        // A refusal closes the channel.
        Channel asking = connection.createChannel();
        try {
            if (address.isQueue()) {
                asking.queueDeclarePassive(address.key());
            } else {
                asking.exchangeDeclarePassive(address.exchange());
            }
            asking.abort();
        } catch (IOException e) {
            throw refusal(address, e, "let this user use it");
        }
    }

    private static TransportException refusal(Address address, IOException cause, String right) {
        Refusal reason = Refusal.of(cause).orElse(new Refusal(0, Connector.words(cause)));
        if (reason.isOf(AMQP.NOT_FOUND)) {
            return new TransportException(
                    address + " does not exist on this virtual host; a deployed service's queues and exchanges have to"
                            + " exist, since the bench creates none",
                    cause);
        }
        return new TransportException(
                address + ": " + reason.text() + (reason.isOf(AMQP.ACCESS_REFUSED) ? "; " + right : ""), cause);
    }

    /** Returns a watch that reports the number of consumers and messages of a queue; it counts nothing meanwhile. */
    static ConsumerWatch watch(Connection connection, String requests) {
        Address address = Address.of(requests);
        return new ConsumerWatch() {
            @Override
            public String seen() {
                return address.isQueue() ? seenOf(connection, address) : "";
            }
        };
    }

    private static String seenOf(Connection connection, Address address) {
        try {
            Channel asking = connection.createChannel();
            AMQP.Queue.DeclareOk state = asking.queueDeclarePassive(address.key());
            asking.abort();
            return address + " has " + state.getConsumerCount() + " consumers, and " + state.getMessageCount()
                    + " messages that none has taken";
        } catch (IOException | ShutdownSignalException e) {
            return "";
        }
    }
}
