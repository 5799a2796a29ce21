package io.twohop.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.testing.run.DeployedConformance;
import io.twohop.testing.run.WholeRuns;
import io.twohop.transport.Channel;
import io.twohop.transport.Notices;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.jms.broker.BrokerKind;
import io.twohop.transport.jms.broker.EmbeddedBroker;
import io.twohop.transport.jms.broker.Journal;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A service between two queues, or topics, of a broker that a team runs. */
@Order(1)
class JmsDeployedTest extends DeployedConformance {
    private static EmbeddedBroker artemis;

    private Connection owner;
    private boolean repliesByMessageId;

    @BeforeAll
    static void startBroker() throws Exception {
        Path data = Files.createTempDirectory(Path.of("target"), "deployed-").toAbsolutePath();
        artemis = SharedBrokers.start(
                BrokerKind.ARTEMIS,
                Journal.NONE,
                data,
                Map.of(
                        "addressSettings.\"#\".autoCreateQueues", "false",
                        "addressSettings.\"#\".autoCreateAddresses", "false"));
    }

    @AfterAll
    static void endBroker() {
        artemis.close();
    }

    @BeforeEach
    void connect() throws Exception {
        owner = connection(SharedBrokers.external(artemis, BrokerKind.ARTEMIS, ""));
    }

    private static Connection connection(String yaml) throws InterruptedException {
        JmsConfig config = YamlDocument.parse("test.yaml", yaml).bind(JmsConfig.class);
        return new Connector(config, null, new JmsIncidents(new Notices())).connect();
    }

    @AfterEach
    void disconnect() {
        Connector.close(owner);
    }

    @Override
    protected String transport() {
        return "transport: jms\n" + SharedBrokers.external(artemis, BrokerKind.ARTEMIS, "");
    }

    @Override
    protected void create() throws Exception {
        for (String queue : List.of(requests, replies)) {
            String options = "{\"name\": \"" + queue + "\", \"routing-type\": \"ANYCAST\", \"auto-delete\": false,"
                    + " \"auto-create-address\": true}";
            manage("createQueue", options);
        }
    }

    /** Asks the broker for its queues, or makes one. */
    private String manage(String operation, String... arguments) throws Exception {
        try (Session session = owner.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            TemporaryQueue answers = session.createTemporaryQueue();
            try (MessageConsumer consumer = session.createConsumer(answers)) {
                TextMessage question = session.createTextMessage(new ObjectMapper().writeValueAsString(arguments));
                question.setStringProperty("_AMQ_ResourceName", "broker");
                question.setStringProperty("_AMQ_OperationName", operation);
                question.setJMSReplyTo(answers);
                session.createProducer(session.createQueue("activemq.management"))
                        .send(question);
                TextMessage answer = (TextMessage) consumer.receive(10_000);
                assertThat(answer.getBooleanProperty("_AMQ_OperationSucceeded"))
                        .as(answer.getText())
                        .isTrue();
                return answer.getText();
            } finally {
                answers.delete();
            }
        }
    }

    @Override
    protected Service serve(Behaviour behaviour) throws Exception {
        return serve(owner, requests, replies, behaviour);
    }

    private Service serve(Connection over, String from, String to, Behaviour behaviour) throws Exception {
        Session session = over.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(Place.of(from).destination(session));
        MessageProducer producer = session.createProducer(null);
        Destination usual = Place.of(to).destination(session);
        int[] index = {0};
        consumer.setMessageListener(request -> {
            try {
                for (byte[] answer : behaviour.answers(index[0]++, payload(request))) {
                    Message reply = reply(session, request, answer);
                    producer.send(request.getJMSReplyTo() == null ? usual : request.getJMSReplyTo(), reply);
                }
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
        return session::close;
    }

    private static byte[] payload(Message request) throws JMSException {
        if (request instanceof TextMessage text) {
            return text.getText().getBytes(StandardCharsets.UTF_8);
        }
        BytesMessage bytes = (BytesMessage) request;
        byte[] payload = new byte[(int) bytes.getBodyLength()];
        bytes.readBytes(payload);
        return payload;
    }

    /** Returns a reply of the request's type, with its properties, as frameworks make it. */
    private Message reply(Session session, Message request, byte[] answer) throws JMSException {
        Message reply;
        if (request instanceof TextMessage) {
            reply = session.createTextMessage(new String(answer, StandardCharsets.UTF_8));
        } else {
            BytesMessage bytes = session.createBytesMessage();
            bytes.writeBytes(answer);
            reply = bytes;
        }
        for (Object name : Collections.list((Enumeration<?>) request.getPropertyNames())) {
            if (!name.toString().startsWith("JMSX")) {
                reply.setObjectProperty(name.toString(), request.getObjectProperty(name.toString()));
            }
        }
        reply.setJMSCorrelationID(repliesByMessageId ? request.getJMSMessageID() : request.getJMSCorrelationID());
        return reply;
    }

    @Override
    protected void leave(byte[] payload) throws Exception {
        try (Session session = owner.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            session.createProducer(session.createQueue(replies))
                    .send(session.createTextMessage(new String(payload, StandardCharsets.UTF_8)));
        }
    }

    /** Returns the queues but for that of the question itself. */
    @Override
    protected Collection<String> everything() throws Exception {
        Collection<String> all = new TreeSet<>();
        for (String[] names : new ObjectMapper().readValue(manage("getQueueNames"), String[][].class)) {
            all.addAll(List.of(names));
        }
        all.removeIf(name -> name.matches("[0-9a-f-]{36}"));
        return all;
    }

    @Override
    protected List<String> correlations() {
        return List.of("{field: /orderId}", "{header: twohop-id}", "{header: JMSCorrelationID}", "{inbox: true}");
    }

    @Test
    void shouldMatchRepliesByTheProvidersIdsOfRequests() throws Exception {
        create();
        repliesByMessageId = true;
        try (Service service = serve((index, request) -> List.of(request))) {
            assertThat(service).isNotNull();

            assertAllAnswered(measure(between("{inbox: true}"), transport() + "body: text\n"));
        }
    }

    /** Classic completes no sends, and gives topics to everybody. */
    @Test
    void shouldMeasureOverTopicsOfClassic() throws Exception {
        String classic = SharedBrokers.external(BrokerKind.CLASSIC, "");
        String from = "topic://" + requests;
        String to = "topic://" + replies;
        Connection connection = connection(classic);
        try (Service service = serve(connection, from, to, (index, request) -> List.of(request))) {
            assertThat(service).isNotNull();
            String service1 = "requests: '" + from + "', correlate: ";
            assertAllAnswered(measure(
                    service1 + "{field: /orderId}, replies: '" + to + "'",
                    "transport: jms\n" + classic + "body: text\n"));
            repliesByMessageId = true;
            assertAllAnswered(measure(service1 + "{inbox: true}", "transport: jms\n" + classic));
        } finally {
            Connector.close(connection);
        }
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        create();
        String service = ", correlate: {field: /orderId}";
        WholeRuns.assertRefused(
                measure("requests: nowhere, replies: " + replies + service),
                List.of("queue nowhere: ", "; a deployed service's queues and topics have to exist"));
        WholeRuns.assertRefused(
                measure("requests: " + requests + ", replies: nowhere" + service),
                List.of("queue nowhere: ", "; a deployed service's queues and topics have to exist"));
    }

    /** Each load of a run spread over agents would have replies to requests of the others. */
    @Test
    void shouldRefuseAQueueForSeveralLoads() throws Exception {
        RunContext context = new RunContext(
                "twohop-loads",
                directory,
                directory,
                new RunContext.Traffic(1_000, 1_000, 100, 100),
                new RunContext.Channels(2, 2, 1, 1, new RunContext.Parts(2, 1), 1));
        JmsConfig config = YamlDocument.parse("test.yaml", SharedBrokers.external(artemis, BrokerKind.ARTEMIS, ""))
                .bind(JmsConfig.class);
        try (Transport transport = new JmsProvider().open(config, context)) {
            assertThatThrownBy(() -> transport.subscribe(Channel.existing("executions", 2), "sink"))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining(
                            "replies on queue executions (expected: a topic://NAME, or correlate: {inbox: true}");
            transport.subscribe(Channel.inbox("twohop-loads"), "sink").close();
        }
    }

    @Test
    void shouldNameTheCorrelationIdAsOtherProtocolsDo() {
        assertThat(MessageExtras.property("correlation_id")).isEqualTo("JMSCorrelationID");
        assertThat(MessageExtras.property("X-Request-Id")).isEqualTo("X_Request_Id");
    }

    @Test
    void shouldRefuseWhatWouldBeIgnored() {
        assertThatThrownBy(() -> measure(between("{field: /orderId}"), transport() + "requests: A\nreplies: B\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("requests: A (expected: absent with a deployed service");
        assertThatThrownBy(() -> WholeRuns.here(transport() + "body: text\n", directory))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("body: text (expected: absent without a deployed service");
    }
}
