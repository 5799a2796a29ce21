package io.twohop.transport.sqs;

import io.twohop.finding.Finding;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.PendingRequest;
import io.twohop.transport.kit.RunCreations;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.util.VersionInfo;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A queue for each topic; a client, with connections of its own, for each end. */
final class SqsTransport implements Transport {
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** Time from a queue's creation until Amazon lets clients use it. */
    private static final long NEW_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Time that a message may need once it is visible again. */
    private static final Duration ON_TOP = Duration.ofSeconds(5);

    private static final int LONGEST_NAME = 80;
    private static final int RANDOM_LETTERS = 8;

    private final SqsConfig config;
    private final RunContext context;
    private final SqsIncidents incidents;
    private final Connector connector;
    private final SqsClient control;
    private final SqsSweeper sweeper;
    private final RunCreations creations;

    /** URLs of queues that this process has made or found, by name. */
    private final Map<String, String> urls = new HashMap<>();

    /** Unique among the processes of a run, which may publish to the same queue. */
    private final String process = UUID.randomUUID().toString().substring(0, RANDOM_LETTERS);

    private long madeNanos = System.nanoTime();
    private int publishers;
    private boolean closed;

    SqsTransport(SqsConfig config, RunContext context) {
        this.config = config;
        this.context = context;
        this.incidents = new SqsIncidents(context.notices());
        this.creations = new RunCreations(context, true);
        this.connector = new Connector(config.place());
        this.control = connector.client(1, ANSWER);
        try {
            this.sweeper = new SqsSweeper(connector, control);
        } catch (RuntimeException e) {
            control.close();
            connector.close();
            throw e;
        }
    }

    /** Connects, to delete what runs left there. */
    static SqsSweeper sweeper(SqsConfig config) {
        Connector connector = new Connector(config.place());
        SqsClient client = connector.client(1, ANSWER);
        try {
            return new SqsSweeper(connector, client);
        } catch (RuntimeException e) {
            client.close();
            connector.close();
            throw e;
        }
    }

    private String name(Channel channel, int topic) {
        String plain = channel.topic(topic);
        String name = (plain.startsWith(context.runId()) ? plain : context.runId() + "-" + plain)
                + (config.isFifo() ? ".fifo" : "");
        if (name.length() > LONGEST_NAME) {
            throw new TransportException("queue " + name + " (expected: a name of at most 80 characters)");
        }
        return name;
    }

    /** Returns the URLs of a channel's queues, which are made if this process makes the run's. */
    private List<String> queues(Channel channel) {
        try {
            return IntStream.range(0, channel.topics())
                    .mapToObj(topic -> urls.computeIfAbsent(name(channel, topic), this::queue))
                    .toList();
        } catch (SdkException e) {
            throw new TransportException(
                    "queues of " + channel.name() + ": " + Connector.words(e)
                            + "; check region, endpoint, and the rights that docs/sqs.md lists",
                    e);
        }
    }

    private String queue(String name) {
        if (context.joins()) {
            return control.getQueueUrl(request -> request.queueName(name)).queueUrl();
        }
        Map<QueueAttributeName, String> attributes = new EnumMap<>(QueueAttributeName.class);
        attributes.put(
                QueueAttributeName.VISIBILITY_TIMEOUT,
                Long.toString(config.reading().visibilityTimeout().toSeconds()));
        if (config.isFifo()) {
            attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
        }
        creations.about(sweeper.queue(name));
        String url = control.createQueue(request -> request.queueName(name).attributes(attributes))
                .queueUrl();
        madeNanos = System.nanoTime();
        return url;
    }

    /** Returns the limit of a message and of a batch: a new queue has the highest that the endpoint allows. */
    private long mostBytes(String url) {
        String most = control.getQueueAttributes(
                        request -> request.queueUrl(url).attributeNames(QueueAttributeName.MAXIMUM_MESSAGE_SIZE))
                .attributes()
                .get(QueueAttributeName.MAXIMUM_MESSAGE_SIZE);
        SqsProvider.checkSize(context, Integer.parseInt(most), "this endpoint, by MaximumMessageSize of its queues");
        return Long.parseLong(most);
    }

    @Override
    public QueuePublisher publisher(Channel channel, Acknowledgements acknowledgements) {
        List<String> queues = queues(channel);
        long most;
        try {
            most = mostBytes(queues.get(0));
        } catch (SdkException e) {
            throw new TransportException("queues of " + channel.name() + ": " + Connector.words(e), e);
        }
        return new QueuePublisher(
                connector.client(config.sending().senders(), ANSWER),
                new QueuePublisher.Target(queues, most),
                process + "-" + publishers++,
                config,
                context.traffic().envelope(),
                Outgoing.bytes(
                        context.traffic().maxMessageBytes(), context.traffic().envelope()),
                incidents,
                acknowledgements);
    }

    @Override
    public ServiceEnds service(Channel requests, String group, Channel replies, Acknowledgements acknowledgements) {
        QueuePublisher publisher = publisher(replies, acknowledgements);
        return new ServiceEnds(subscribe(requests, publisher::answer), publisher);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) {
        return subscribe(channel, request -> {});
    }

    private Subscription subscribe(Channel channel, Consumer<PendingRequest> replies) {
        List<String> queues = queues(channel);
        return new QueueSubscription(
                connector.client(
                        queues.size() * config.reading().receivers(),
                        config.reading().waitTime().plus(ANSWER)),
                queues,
                config.reading(),
                context.traffic().maxMessageBytes(),
                incidents,
                replies);
    }

    @Override
    public void create(Channel channel, String group) {
        queues(channel);
    }

    /** Amazon asks to wait before a new queue is used. */
    @Override
    public void settle() throws InterruptedException {
        if (config.place().isAmazon()) {
            TimeUnit.NANOSECONDS.sleep(NEW_NANOS - (System.nanoTime() - madeNanos));
        }
    }

    /**
     * SQS itself keeps the order of a message group and takes no message twice. What a receiver has handled after its visibility timeout
     * another one may have as well, so exactly once and order need a single receiver.
     */
    @Override
    public Guarantees guarantees() {
        String durability = "several disks of Amazon, or what the endpoint has, once it is acknowledged";
        if (!config.isFifo()) {
            return new Guarantees(Delivery.AT_LEAST_ONCE, false, true, durability, 1);
        }
        boolean single =
                config.reading().areSingle() && context.channels().parts().services() == 1;
        boolean hasKeys = context.traffic().envelope().keys() > 0;
        return new Guarantees(
                        single ? Delivery.EXACTLY_ONCE : Delivery.AT_LEAST_ONCE,
                        Delivery.AT_LEAST_ONCE,
                        single && !hasKeys,
                        true,
                        durability,
                        1)
                .orderedByKey(single && hasKeys);
    }

    @Override
    public Duration redelivery() {
        return config.reading().visibilityTimeout().plus(ON_TOP);
    }

    @Override
    public int consumersPerHop() {
        return config.reading().consumers();
    }

    @Override
    public boolean pollBlocks() {
        return true;
    }

    @Override
    public Map<String, String> versions() {
        return Map.of("aws-sdk", VersionInfo.SDK_VERSION);
    }

    @Override
    public List<FaultTarget> faultTargets() {
        return List.of();
    }

    @Override
    public List<Finding> incidents() {
        return incidents.list();
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        incidents.closing();
        creations.delete(sweeper);
        sweeper.close();
    }
}
