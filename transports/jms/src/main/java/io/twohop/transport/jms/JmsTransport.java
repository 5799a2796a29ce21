package io.twohop.transport.jms;

import io.twohop.config.Enums;
import io.twohop.config.Texts;
import io.twohop.finding.Finding;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.jms.broker.BrokerKind;
import io.twohop.transport.jms.broker.EmbeddedBroker;
import io.twohop.transport.jms.broker.Journal;
import io.twohop.transport.kit.AwaitedReplies;
import io.twohop.transport.kit.RunCreations;
import io.twohop.transport.kit.RunServers;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Queues for each channel, topics where several groups receive it; a connection and a session for each publisher and subscription. */
final class JmsTransport implements Transport {
    private static final Pattern JOURNAL = Pattern.compile("journal=([a-z]+)");
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+.*");

    /** Time in which Classic redelivers what a client that died had not acknowledged. */
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    /**
     * Artemis redelivers later: it keeps a dead client's session for 60 s by default (connectionTTL), in case the client connects again.
     * Other providers get the same time, since nothing is known of them.
     */
    private static final Duration AFTER_SESSION = Duration.ofSeconds(65);

    private final JmsConfig config;
    private final RunContext context;
    private final RunServers servers;
    private final JmsIncidents incidents;
    private final Connector connector;
    private final Connection control;
    private final JmsSweeper sweeper;
    private final MessageExtras extras;
    private final Journal journal;
    private final RunCreations creations;
    private final Inbox inbox;
    private final boolean completes;
    private final boolean shares;
    private boolean closed;

    JmsTransport(JmsConfig config, RunContext context) throws IOException, InterruptedException {
        this.config = config;
        this.context = context;
        this.incidents = new JmsIncidents(context.notices());
        this.servers = servers(config, context);
        try {
            String address = config.isExternal() ? null : servers.address();
            this.connector = new Connector(config, address, incidents);
            this.journal = config.isExternal() ? null : journal(servers.address());
            if (journal != null && journal != config.journal()) {
                incidents.journal(Enums.text(journal), Enums.text(config.journal()));
            }
            this.control = connector.connect();
        } catch (RuntimeException | InterruptedException e) {
            servers.close();
            throw e;
        }
        this.creations = new RunCreations(context, config.isExternal());
        this.sweeper = new JmsSweeper(control, Connector.place(config));
        this.extras = new MessageExtras(
                context.traffic().envelope(),
                config.client().existing().hasQueues() ? Optional.of(context.runId()) : Optional.empty());
        this.inbox = new Inbox(Channel.inbox(context.runId()).name());
        try (Session session = control.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            completes = config.publish() == JmsConfig.Publish.ASYNC && completes(session);
            shares = shares(session);
        } catch (JMSException e) {
            close();
            throw new TransportException("JMS: no session: " + Texts.of(e), e);
        }
    }

    private static RunServers servers(JmsConfig config, RunContext context) throws IOException, InterruptedException {
        if (config.isExternal()) {
            return new RunServers(Connector.place(config), List.of());
        }
        Optional<RunServers> running = RunServers.running(context, Optional.empty());
        return running.isPresent()
                ? running.get()
                : start(
                                config,
                                SharedServer.LOOPBACK,
                                context.dataDirectory(),
                                context.logDirectory(),
                                context.recorder())
                        .ofRun();
    }

    static EmbeddedBroker start(JmsConfig config, String host, Path data, Path logs, JvmRecorder recorder)
            throws IOException, InterruptedException {
        return new EmbeddedBroker(config.plan(host), data, logs, recorder);
    }

    /** Connects to an external provider, to delete what runs left there. */
    static JmsSweeper sweeper(JmsConfig config) throws InterruptedException {
        Connector connector = new Connector(config, null, new JmsIncidents(new Notices()));
        return new JmsSweeper(connector.connect(), Connector.place(config));
    }

    private static Journal journal(String address) {
        Matcher found = JOURNAL.matcher(address);
        return found.find() ? Journal.valueOf(found.group(1).toUpperCase(Locale.ROOT)) : Journal.NONE;
    }

    /** Asks with a producer of its own topic whether the provider completes sends, since a provider may throw instead. */
    private boolean completes(Session session) throws JMSException {
        TemporaryTopic topic;
        try {
            topic = session.createTemporaryTopic();
        } catch (JMSException e) {
            if (!context.channels().areExisting()) {
                throw e;
            }
            // Requests and replies need no such right.
            incidents.lacks(
                    "temporary topic for this user, by which the bench asks for completions", "each send waits");
            return false;
        }
        try (MessageProducer producer = session.createProducer(topic)) {
            producer.send(session.createBytesMessage(), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {}

                @Override
                public void onException(Message message, Exception exception) {}
            });
            return true;
        } catch (UnsupportedOperationException | AbstractMethodError e) {
            incidents.lacks("completions of sends (CompletionListener)", "each send waits, as with publish: sync");
            return false;
        } finally {
            delete(topic);
        }
    }

    /** Asks whether consumers can share a subscription to a topic, if a subscriber would have several. */
    private boolean shares(Session session) throws JMSException {
        if (!fansOut()) {
            return false;
        }
        TemporaryTopic topic = session.createTemporaryTopic();
        try (MessageConsumer consumer = session.createSharedConsumer(topic, "twohop-probe-" + context.runId())) {
            return consumer != null;
        } catch (UnsupportedOperationException | AbstractMethodError | JMSException e) {
            incidents.lacks("shared subscriptions (createSharedConsumer)", "each subscriber has a consumer of its own");
            return false;
        } finally {
            delete(topic);
        }
    }

    private static void delete(TemporaryTopic topic) {
        try {
            topic.delete();
        } catch (JMSException e) {
            // Artemis may still have its last subscription. It goes with the connection.
        }
    }

    /** Whether channels are topics, since each of several groups gets every message. A queue has one group. */
    private boolean fansOut() {
        return context.channels().subscribers() > 1;
    }

    private Destination destination(Session session, Channel channel, int number) throws JMSException {
        if (channel.existing()) {
            return Place.of(channel.name()).destination(session);
        }
        JmsConfig.Existing existing = config.client().existing();
        if (existing.hasQueues()) {
            return session.createQueue(channel.hop() == 1 ? existing.requests() : existing.replies());
        }
        String topic = channel.topic(number);
        String name = topic.startsWith(context.runId()) ? topic : context.runId() + "-" + topic;
        boolean fansOut = fansOut();
        creations.about(sweeper.creation(fansOut ? JmsSweeper.TOPIC : JmsSweeper.QUEUE, name));
        return fansOut ? session.createTopic(name) : session.createQueue(name);
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws InterruptedException {
        Connection connection = connector.connect();
        try {
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            MessageProducer[] producers = new MessageProducer[channel.topics()];
            for (int i = 0; i < producers.length; i++) {
                producers[i] = session.createProducer(destination(session, channel, i));
                producers[i].setDeliveryMode(
                        config.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
            }
            int window = completes ? config.maxInFlight() : 0;
            JmsPublisher.Ends ends = new JmsPublisher.Ends(connection, session, producers);
            return channel.existing()
                    ? new RequestPublisher(
                            ends,
                            extras,
                            window,
                            acknowledgements,
                            incidents,
                            config.client().existing().isText(),
                            inbox)
                    : new JmsPublisher(ends, extras, window, acknowledgements, incidents);
        } catch (JMSException e) {
            Connector.close(connection);
            throw refusal("producer", channel, e);
        }
    }

    @Override
    public ServiceEnds service(Channel requests, String group, Channel replies, Acknowledgements acknowledgements)
            throws InterruptedException {
        Publisher publisher = publisher(replies, acknowledgements);
        return new ServiceEnds(subscribe(requests, group, new AwaitedReplies(publisher)), publisher);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws InterruptedException {
        return subscribe(channel, group, AwaitedReplies.none());
    }

    private Subscription subscribe(Channel channel, String group, AwaitedReplies answers) throws InterruptedException {
        if (channel.existing()) {
            checkShared(channel);
        }
        Connection connection = connector.connect();
        try {
            int mode = AcknowledgeMode.of(config);
            Session session = connection.createSession(mode == Session.SESSION_TRANSACTED, mode);
            HandledMessages handled = new HandledMessages(session, mode, answers, incidents);
            if (channel.existing()) {
                return replies(connection, session, handled, channel);
            }
            MessageConsumer[] consumers = new MessageConsumer[channel.topics()];
            for (int i = 0; i < consumers.length; i++) {
                consumers[i] = consumer(session, destination(session, channel, i), group);
            }
            return new JmsSubscription(
                    connection, consumers, handled, context.traffic().maxMessageBytes());
        } catch (JMSException e) {
            Connector.close(connection);
            throw refusal("consumer", channel, e);
        }
    }

    /** A queue gives each reply to one of several loads, which need not be the one that asked. */
    private void checkShared(Channel replies) {
        Place place = Place.of(replies.name());
        if (!replies.isInbox() && !place.isTopic() && context.channels().parts().loads() > 1) {
            throw new TransportException("replies on " + place
                    + " (expected: a topic://NAME, or correlate: {inbox: true}, with several loads: a queue gives each reply"
                    + " to one of them)");
        }
    }

    private Subscription replies(Connection connection, Session session, HandledMessages handled, Channel channel)
            throws JMSException {
        Optional<Inbox> itsInbox = channel.isInbox() ? Optional.of(inbox) : Optional.empty();
        Destination destination = itsInbox.isPresent() ? inbox.open(session) : destination(session, channel, 0);
        return new ReplySubscription(
                connection,
                session.createConsumer(destination),
                handled,
                context.traffic().maxMessageBytes(),
                itsInbox);
    }

    private MessageConsumer consumer(Session session, Destination destination, String group) throws JMSException {
        String selector = extras.selector();
        return shares && destination instanceof Topic topic
                ? session.createSharedConsumer(topic, group)
                : session.createConsumer(destination, selector);
    }

    private static TransportException refusal(String what, Channel channel, JMSException e) {
        if (channel.existing()) {
            return refusal(channel, e);
        }
        String remedy = e instanceof JMSSecurityException
                ? "let this user create, send to and receive from queues whose names begin with twohop"
                : "check that the provider creates queues by itself, or name existing ones by requests and replies";
        return new TransportException(what + " of " + channel.name() + ": " + Texts.of(e) + "; " + remedy, e);
    }

    private static TransportException refusal(Channel channel, JMSException e) {
        String place = channel.isInbox()
                ? "temporary queue for replies"
                : Place.of(channel.name()).toString();
        String right =
                channel.isInbox() ? "create temporary queues" : channel.hop() == 1 ? "send there" : "receive there";
        String remedy = e instanceof JMSSecurityException
                ? "; let this user " + right
                : "; a deployed service's queues and topics have to exist";
        return new TransportException(place + ": " + Texts.of(e) + remedy, e);
    }

    @Override
    public Guarantees guarantees() {
        return JmsGuarantees.of(config, journal, fansOut());
    }

    @Override
    public Duration redelivery() {
        return !config.isExternal() && config.kind() == BrokerKind.CLASSIC ? AT_ONCE : AFTER_SESSION;
    }

    @Override
    public int consumersPerHop() {
        // Consumers of a topic that share nothing would each get every message.
        return fansOut() && !shares ? 1 : config.consumers();
    }

    @Override
    public boolean pollBlocks() {
        return true;
    }

    @Override
    public Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        try {
            String version = control.getMetaData().getProviderVersion();
            versions.put(
                    config.isExternal() ? "jms-client" : Enums.text(config.kind()),
                    version != null && VERSION.matcher(version).matches() ? version : "0.0 (" + version + ")");
        } catch (JMSException e) {
            versions.put("jms-client", "0.0");
        }
        return versions;
    }

    @Override
    public void create(Channel channel, String group) throws InterruptedException {
        if (!config.isExternal() || config.client().existing().hasQueues()) {
            return;
        }
        // Recorded here, since the other process deletes nothing.
        try (Session session = control.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            for (int i = 0; i < channel.topics(); i++) {
                destination(session, channel, i);
            }
        } catch (JMSException e) {
            throw refusal("queue", channel, e);
        }
    }

    @Override
    public String address() {
        return servers.areOwn() ? servers.address() : context.server();
    }

    @Override
    public List<FaultTarget> faultTargets() {
        return List.copyOf(servers.nodes());
    }

    @Override
    public List<Finding> incidents() {
        List<Finding> all = servers.incidents();
        all.addAll(incidents.list(all.isEmpty()));
        return all;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        incidents.closing();
        if (config.isExternal()) {
            creations.delete(sweeper);
        }
        Connector.close(control);
        servers.close();
    }
}
