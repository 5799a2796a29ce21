package io.twohop.transport.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.twohop.testing.run.DeployedConformance;
import io.twohop.testing.run.WholeRuns;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A service between two queues, or exchanges, of a server that a team runs. */
@Order(2)
class RabbitDeployedTest extends DeployedConformance {
    private static final String PASSWORD = "known-to-the-caller";

    private Connection owner;

    @BeforeAll
    static void shouldHaveAServerWithATeamsHost() throws Exception {
        SharedRabbit.assume();
        // The bench's user may write to queues and read replies, and nothing else.
        SharedRabbit.eval("""
                A = <<"test">>, V = <<"team">>, ok = rabbit_vhost:add(V, A),
                ok = rabbit_auth_backend_internal:set_permissions(<<"%s">>, V, <<".*">>, <<".*">>, <<".*">>, A),
                ok = rabbit_auth_backend_internal:add_user(<<"caller">>, <<"%s">>, A),
                ok = rabbit_auth_backend_internal:set_permissions(
                    <<"caller">>, V, <<"^$">>, <<"^amq\\.default$">>, <<"^executions-.*">>, A).
                """.formatted(SharedRabbit.user().name(), PASSWORD));
    }

    @BeforeEach
    void connect() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(SharedRabbit.url() + "/team");
        factory.setUsername(SharedRabbit.user().name());
        factory.setPassword(SharedRabbit.user().password());
        owner = factory.newConnection();
    }

    @AfterEach
    void disconnect() {
        owner.abort(1_000);
    }

    @Override
    protected String transport() {
        return as("caller", PASSWORD);
    }

    private static String as(String user, String password) {
        return "transport: rabbitmq\nbroker: external\nurl: " + SharedRabbit.url() + "/team\nuser: " + user
                + "\npassword: '" + password + "'\n";
    }

    private static String asOwner() {
        return as(SharedRabbit.user().name(), SharedRabbit.user().password());
    }

    @Override
    protected void create() throws Exception {
        Channel channel = owner.createChannel();
        channel.queueDeclare(requests, true, false, false, Map.of("x-max-length", 100_000));
        channel.queueDeclare(replies, true, false, false, Map.of("x-message-ttl", 60_000));
    }

    @Override
    protected Service serve(Behaviour behaviour) throws Exception {
        return serve(requests, "", replies, behaviour);
    }

    /** Answers to the reply address of a request, else to an exchange. */
    private Service serve(String queue, String exchange, String key, Behaviour behaviour) throws Exception {
        Channel channel = owner.createChannel();
        channel.basicQos(200);
        AtomicInteger index = new AtomicInteger();
        channel.basicConsume(
                queue,
                false,
                (tag, delivery) -> {
                    AMQP.BasicProperties of = delivery.getProperties();
                    AMQP.BasicProperties properties = new AMQP.BasicProperties.Builder()
                            .headers(of.getHeaders())
                            .correlationId(of.getCorrelationId())
                            .build();
                    for (byte[] answer : behaviour.answers(index.getAndIncrement(), delivery.getBody())) {
                        if (of.getReplyTo() == null) {
                            channel.basicPublish(exchange, key, properties, answer);
                        } else {
                            channel.basicPublish("", of.getReplyTo(), properties, answer);
                        }
                    }
                    channel.basicAck(delivery.getEnvelope().getDeliveryTag(), false);
                },
                tag -> {});
        return channel::abort;
    }

    @Override
    protected void leave(byte[] payload) throws Exception {
        Channel channel = owner.createChannel();
        channel.confirmSelect();
        channel.basicPublish("", replies, null, payload);
        channel.waitForConfirms(10_000);
        channel.abort();
    }

    @Override
    protected Collection<String> everything() throws Exception {
        String names = SharedRabbit.eval("""
                [element(4, R) || R <- rabbit_amqqueue:list_names() ++ rabbit_exchange:list_names(),
                    element(2, R) == <<"team">>].
                """);
        Collection<String> all = new TreeSet<>();
        Matcher name = Pattern.compile("<<\"(.*?)\">>").matcher(names);
        while (name.find()) {
            all.add(name.group(1));
        }
        return all;
    }

    @Override
    protected List<String> correlations() {
        return List.of("{field: /orderId}", "{header: twohop-id}", "{header: correlation_id}", "{inbox: true}");
    }

    /** Each run has a queue of its own, which goes with it. */
    @Test
    void shouldMeasureBetweenExchanges() throws Exception {
        Channel channel = owner.createChannel();
        String exchange = "events-" + requests;
        channel.exchangeDeclare(exchange, "topic");
        channel.queueDeclare(requests, false, false, false, Map.of());
        channel.queueBind(requests, exchange, "order.new");
        String between = "requests: /exchanges/" + exchange
                + "/order.new, correlate: {field: /orderId}, replies: '/exchanges/" + exchange;
        try (Service service =
                serve(requests, exchange, "order.filled.quickly", (index, request) -> List.of(request))) {
            assertThat(service).isNotNull();

            assertAllAnswered(measure(between + "/order.filled.#'", asOwner()));
            WholeRuns.assertRefused(
                    measure(between + "/order.#'", asOwner()),
                    List.of("replies of exchange " + exchange
                            + " with the routing key order.# would have the requests"));
            WholeRuns.assertRefused(
                    measure(between + "/order.filled'", transport()),
                    List.of("exchange " + exchange + ": ACCESS_REFUSED", "; let this user configure"));
        }
        assertThat(everything()).noneMatch(name -> name.startsWith("twohop"));
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        create();
        owner.createChannel().queueDeclare("secret", false, false, false, Map.of());
        WholeRuns.assertRefused(
                measure("requests: nowhere, replies: " + replies + ", correlate: {field: /orderId}"),
                List.of("queue nowhere does not exist on this virtual host; a deployed service's queues"));
        WholeRuns.assertRefused(
                measure("requests: " + requests + ", replies: nowhere, correlate: {field: /orderId}"),
                List.of("queue nowhere does not exist on this virtual host; a deployed service's queues"));
        WholeRuns.assertRefused(
                measure("requests: " + requests + ", replies: secret, correlate: {field: /orderId}"),
                List.of("queue secret: ACCESS_REFUSED", "; let this user read queue secret"));
        WholeRuns.assertRefused(
                measure("requests: /exchanges/amq.topic/new, replies: " + replies + ", correlate: {field: /orderId}"),
                List.of(
                        "RabbitMQ takes no message: ACCESS_REFUSED - access to exchange 'amq.topic'",
                        "; let this user write to that exchange"));
        WholeRuns.assertRefused(
                measure(
                        "requests: /exchanges/amq.topic/new, replies: " + replies + ", correlate: {field: /orderId}",
                        asOwner()),
                List.of("the transport refused all ", "RabbitMQ had no queue for the message"));
        WholeRuns.assertRefused(
                measure("requests: /queue/new, replies: " + replies + ", correlate: {field: /orderId}"),
                List.of("/queue/new is no address (expected: a queue's name, /queues/NAME, or /exchanges/NAME/KEY)"));
        WholeRuns.assertRefused(
                measure(between("{field: /orderId}"), as("caller", "quite-wrong")),
                List.of("does not let this user in"),
                "quite-wrong");
    }

    /** Either consumer would take replies of the other's. */
    @Test
    void shouldRefuseAQueueThatAnotherReads() throws Exception {
        create();
        Channel channel = owner.createChannel();
        channel.basicConsume(replies, true, (tag, delivery) -> {}, tag -> {});

        WholeRuns.assertRefused(
                measure(between("{field: /orderId}")),
                List.of("queue " + replies + " has another consumer, or x-single-active-consumer: replies would be"));
    }
}
