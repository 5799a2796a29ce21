package io.twohop.transport.kafka;

import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.AppendClock;
import io.twohop.transport.Channel;
import io.twohop.transport.ConsumerWatch;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kafka.broker.BrokerJar;
import io.twohop.transport.kafka.broker.EmbeddedCluster;
import io.twohop.transport.kit.AwaitedReplies;
import io.twohop.transport.kit.LibraryVersion;
import io.twohop.transport.kit.RoleTarget;
import io.twohop.transport.kit.RunServers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Topics for each channel, a producer for each publisher, a consumer for each subscription. */
final class KafkaTransport implements Transport {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    /** Begin of the name that Kafka's client gives the thread of an {@link Admin}, longer than what systems keep of it. */
    private static final String ADMIN_THREAD = "kafka-admin-client-thread";

    private static final String CLIENT_VERSION = "/kafka/kafka-version.properties";

    private final KafkaConfig config;
    private final RunContext context;
    private final RunServers servers;
    private final ClientProperties properties;
    private final Admin admin;
    private final Topics topics;
    private final ExistingTopics existing;
    private final RecordExtras extras;
    private final Map<String, ConsumerGroup> groups = new LinkedHashMap<>();
    private final Map<String, ShareGroup> shareGroups = new LinkedHashMap<>();
    private final List<TransactionalSubscription> transactional = new ArrayList<>();
    private final List<GroupWatch> watches = new ArrayList<>();
    private int publishers;
    private boolean closed;

    private KafkaTransport(
            KafkaConfig config,
            RunContext context,
            RunServers servers,
            ClientProperties properties,
            Admin admin,
            String clusterId) {
        this.config = config;
        this.context = context;
        this.servers = servers;
        this.admin = admin;
        this.properties = properties;
        this.topics = new Topics(admin, config, context, clusterId);
        this.existing = new ExistingTopics(admin);
        this.extras = new RecordExtras(context.traffic().envelope(), config.partitions());
    }

    static KafkaTransport open(KafkaConfig config, RunContext context) throws Exception {
        RunServers servers = servers(config, context);
        try {
            return open(config, context, servers);
        } catch (Exception e) {
            servers.close();
            throw e;
        }
    }

    private static KafkaTransport open(KafkaConfig config, RunContext context, RunServers servers) throws Exception {
        ClientProperties properties = new ClientProperties(config, servers.address());
        Admin admin = Admins.connect(properties);
        try {
            Admins.checkBrokers(config, admin);
            if (config.isShared()) {
                ShareGroup.checkCluster(admin);
            }
            return new KafkaTransport(config, context, servers, properties, admin, Admins.clusterId(admin));
        } catch (Exception e) {
            admin.close(Duration.ZERO);
            throw e;
        }
    }

    private static RunServers servers(KafkaConfig config, RunContext context) throws IOException, InterruptedException {
        Optional<RunServers> running =
                RunServers.running(context, config.brokers().external());
        return running.isPresent()
                ? running.get()
                : cluster(
                                config,
                                SharedServer.LOOPBACK,
                                context.dataDirectory(),
                                context.logDirectory(),
                                context.recorder())
                        .ofRun();
    }

    static EmbeddedCluster cluster(KafkaConfig config, String host, Path data, Path logs, JvmRecorder recorder)
            throws IOException, InterruptedException {
        return new EmbeddedCluster(config.clusterAt(host), data, logs, recorder);
    }

    /** Connects to an external cluster, to delete what runs left there. */
    static KafkaSweeper sweeper(KafkaConfig config) throws InterruptedException {
        Admin admin =
                Admins.connect(new ClientProperties(config, config.brokers().bootstrapServers()));
        try {
            return new KafkaSweeper(admin, Admins.clusterId(admin));
        } catch (TransportException | InterruptedException e) {
            admin.close(Duration.ZERO);
            throw e;
        }
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws InterruptedException {
        return publisher(channel, properties.producer(), acknowledgements);
    }

    private KafkaPublisher publisher(Channel channel, Map<String, Object> settings, Acknowledgements acknowledgements)
            throws InterruptedException {
        int partitions = channel.existing() ? existing.partitions(channel) : config.partitions();
        List<String> names = channel.existing() ? List.of(channel.name()) : topics.of(channel);
        int number = publishers++;
        Producer<byte[], byte[]> producer = Clients.producer(settings, number, names);
        return new KafkaPublisher(producer, names, partitions, number, extras, acknowledgements);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws InterruptedException {
        if (channel.existing()) {
            int partitions = existing.partitions(channel);
            return new ReplySubscription(
                    ExistingTopics.consumer(properties.consumer(group), channel.name(), partitions),
                    context.traffic().maxMessageBytes());
        }
        if (config.isShared()) {
            return share(channel, group, AwaitedReplies.none());
        }
        Map<String, Object> settings = consumerSettings(channel, group);
        if (config.transactions() && channel.hop() == 2) {
            settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
            KafkaConsumer<byte[], ByteBuffer> consumer = consumer(channel, group, settings);
            return new PlacedSubscription(
                    consumer,
                    context.traffic().maxMessageBytes(),
                    group(channel, group).places());
        }
        return new KafkaSubscription(
                consumer(channel, group, settings), context.traffic().maxMessageBytes());
    }

    private Subscription share(Channel channel, String member, AwaitedReplies replies) throws InterruptedException {
        String name = topics.group(channel, member);
        List<String> names = topics.of(channel);
        ShareGroup group =
                shareGroups.computeIfAbsent(name, added -> new ShareGroup(added, names, config.partitions()));
        return new ShareSubscription(
                group.join(properties.shareConsumer(name)),
                context.traffic().maxMessageBytes(),
                group,
                config.acknowledgesExplicitly(),
                replies);
    }

    @Override
    public ServiceEnds service(Channel requests, String group, Channel replies, Acknowledgements acknowledgements)
            throws Exception {
        if (config.isShared()) {
            Publisher publisher = publisher(replies, acknowledgements);
            return new ServiceEnds(share(requests, group, new AwaitedReplies(publisher)), publisher);
        }
        Map<String, Object> consuming = consumerSettings(requests, group);
        if (!config.transactions()) {
            return ClientProperties.commits(consuming)
                    ? answering(requests, group, consuming, publisher(replies, properties.producer(), acknowledgements))
                    : Transport.super.service(requests, group, replies, acknowledgements);
        }
        consuming.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        Map<String, Object> producing = properties.producer();
        producing.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, context.runId() + "-service-" + transactional.size());
        KafkaPublisher publisher = publisher(replies, producing, acknowledgements);
        TransactionalSubscription subscription = new TransactionalSubscription(
                consumer(requests, group, consuming), context.traffic().maxMessageBytes(), publisher.producer());
        transactional.add(subscription);
        return new ServiceEnds(subscription, publisher);
    }

    /** Returns a service that commits a request after its replies. */
    private ServiceEnds answering(
            Channel requests, String group, Map<String, Object> consuming, KafkaPublisher publisher)
            throws InterruptedException {
        AnsweredCommits commits = new AnsweredCommits(publisher, ClientProperties.commitInterval(consuming));
        consuming.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        return new ServiceEnds(
                new KafkaSubscription(
                        consumer(requests, group, consuming, commits),
                        context.traffic().maxMessageBytes(),
                        commits),
                publisher);
    }

    private Map<String, Object> consumerSettings(Channel channel, String group) throws InterruptedException {
        return properties.consumer(topics.group(channel, group));
    }

    private KafkaConsumer<byte[], ByteBuffer> consumer(Channel channel, String group, Map<String, Object> settings)
            throws InterruptedException {
        return consumer(channel, group, settings, Commits.OF_CLIENT);
    }

    private KafkaConsumer<byte[], ByteBuffer> consumer(
            Channel channel, String group, Map<String, Object> settings, Commits commits) throws InterruptedException {
        return Clients.consumer(settings, topics.of(channel), group(channel, group), commits);
    }

    private ConsumerGroup group(Channel channel, String group) throws InterruptedException {
        List<String> names = topics.of(channel);
        int processes = channel.hop() == 1 ? context.channels().parts().services() : 1;
        return groups.computeIfAbsent(
                channel.name() + group, added -> new ConsumerGroup(names, config.partitions(), processes));
    }

    @Override
    public ConsumerWatch watchConsumers(Channel requests) throws InterruptedException {
        GroupWatch watch = GroupWatch.start(admin, requests.name(), existing.partitions(requests));
        watches.add(watch);
        return watch;
    }

    @Override
    public List<String> backgroundThreads() {
        return List.of(ADMIN_THREAD);
    }

    @Override
    public void settle() throws InterruptedException {
        groups.values().forEach(ConsumerGroup::settle);
        for (ShareGroup group : shareGroups.values()) {
            group.settle(admin);
        }
    }

    @Override
    public AppendClock appendClock(Channel requests, Channel replies) throws InterruptedException {
        return existing.appendClock(requests, replies);
    }

    @Override
    public Guarantees guarantees() {
        return KafkaGuarantees.of(config);
    }

    @Override
    public Duration redelivery() {
        return config.isShared() ? ShareGroup.RECORD_LOCK : Duration.ZERO;
    }

    @Override
    public int consumersPerHop() {
        if (config.isShared()) {
            return config.consumers();
        }
        // Services on several machines share the partitions.
        int partitions = config.partitions()
                * context.channels().topics()
                / context.channels().parts().services();
        return Math.max(1, Math.min(config.consumers(), partitions));
    }

    @Override
    public boolean pollBlocks() {
        return true;
    }

    /** Returns the version of the client in use, which {@code clientJars} may have replaced. */
    static String clientVersion() {
        return LibraryVersion.of(Producer.class, CLIENT_VERSION);
    }

    @Override
    public Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        versions.put("kafka-clients", clientVersion());
        // A shared broker was started from the same jars.
        if (!config.brokers().areExternal()) {
            BrokerJar.version().ifPresent(version -> versions.put("kafka-broker", version));
        }
        return versions;
    }

    @Override
    public void create(Channel channel, String group) throws InterruptedException {
        topics.of(channel);
        topics.group(channel, group);
    }

    @Override
    public String address() {
        return servers.areOwn() ? servers.address() : context.server();
    }

    @Override
    public List<FaultTarget> faultTargets() {
        return servers.areOwn() ? RoleTarget.all(servers.nodes(), topics::leader) : List.of();
    }

    @Override
    public List<Finding> incidents() {
        List<Finding> all = servers.incidents();
        Stream.concat(
                        groups.values().stream().map(ConsumerGroup::incident),
                        transactional.stream().map(TransactionalSubscription::incident))
                .flatMap(Optional::stream)
                .forEach(all::add);
        shareGroups.values().forEach(group -> all.addAll(group.incidents()));
        watches.forEach(watch -> all.addAll(watch.findings()));
        config.lingerMillis().ifPresent(millis -> all.add(Rules.LINGER.found(millis)));
        return all;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        watches.forEach(GroupWatch::close);
        // Embedded brokers take their topics with them.
        if (!servers.areOwn() && !context.joins()) {
            topics.delete();
        }
        servers.close();
        admin.close(servers.areOwn() ? Duration.ZERO : CLOSE_LIMIT);
    }
}
