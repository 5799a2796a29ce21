package io.twohop.transport.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.twohop.config.ConfigException;
import io.twohop.testing.run.DeployedConformance;
import io.twohop.testing.run.WholeRuns;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A service between two streams, or channels, of a server that a team runs. */
@Order(2)
class RedisDeployedTest extends DeployedConformance {
    private static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.ASCII, ByteArrayCodec.INSTANCE);
    private static final String PASSWORD = "known-to-the-caller";

    private RedisClient client;
    private StatefulRedisConnection<String, byte[]> owner;

    /** The fields of an entry that have the payload. */
    private String requestField = "data";

    private String replyField = "data";

    @BeforeAll
    static void shouldHaveAServer() {
        SharedRedis.assume();
    }

    @BeforeEach
    void connect() {
        client = RedisClient.create(RedisURI.builder(RedisURI.create(SharedRedis.url()))
                .withAuthentication(
                        SharedRedis.user().name(), SharedRedis.user().password().toCharArray())
                .build());
        owner = client.connect(CODEC);
        // The bench's user may append requests and read replies, and nothing else.
        RedisTransportTest.acl(
                owner,
                "caller-" + requests,
                PASSWORD,
                "%W~orders-* %R~executions-* &orders-* &executions-* +xadd +xread +xrevrange +publish +subscribe");
    }

    @AfterEach
    void disconnect() {
        client.shutdown();
    }

    @Override
    protected String transport() {
        return "transport: redis\nbroker: external\nurl: " + SharedRedis.url() + "\nuser: caller-" + requests
                + "\npassword: " + PASSWORD + "\nrequestField: data\n";
    }

    @Override
    protected void create() {
        owner.sync().xadd(requests, Map.of("what", new byte[0]));
        owner.sync().xadd(replies, Map.of("what", new byte[0]));
    }

    @Override
    protected Service serve(Behaviour behaviour) {
        StatefulRedisConnection<String, byte[]> reader = client.connect(CODEC);
        AtomicBoolean ended = new AtomicBoolean();
        String end = owner.sync()
                .xrevrange(requests, Range.unbounded(), Limit.from(1))
                .get(0)
                .getId();
        Thread thread = new Thread(() -> read(reader, end, behaviour, ended), "service");
        thread.setDaemon(true);
        thread.start();
        return () -> {
            ended.set(true);
            thread.join();
            reader.close();
        };
    }

    private void read(
            StatefulRedisConnection<String, byte[]> reader, String end, Behaviour behaviour, AtomicBoolean ended) {
        String last = end;
        int index = 0;
        while (!ended.get()) {
            for (StreamMessage<String, byte[]> request :
                    reader.sync().xread(XReadArgs.Builder.block(50), SharedRedis.from(requests, last))) {
                last = request.getId();
                byte[] payload = request.getBody().get(requestField);
                for (byte[] answer : behaviour.answers(index++, payload)) {
                    Map<String, byte[]> fields = new LinkedHashMap<>(request.getBody());
                    fields.remove(requestField);
                    fields.put(replyField, answer);
                    owner.sync().xadd(replies, fields);
                }
            }
        }
    }

    @Override
    protected void leave(byte[] payload) {
        owner.sync().xadd(replies, Map.of(replyField, payload));
    }

    /** Returns the streams of this test and of runs, with their groups. */
    @Override
    protected Collection<String> everything() {
        Collection<String> all = new TreeSet<>();
        for (String key : owner.sync().keys("*")) {
            if (key.equals(requests) || key.equals(replies)) {
                all.add(key + " with " + owner.sync().xinfoGroups(key).size() + " groups");
            }
        }
        return all;
    }

    @Override
    protected List<String> correlations() {
        return List.of("{field: /orderId}", "{header: twohop-id}");
    }

    /** The first reply makes the stream of replies. */
    @Test
    void shouldReadTheFieldThatRepliesHave() throws Exception {
        owner.sync().xadd(requests, Map.of("what", new byte[0]));
        requestField = "order";
        replyField = "execution";
        String fields = transport().replace("requestField: data", "requestField: order\nreplyField: execution");
        try (Service service = serve((index, request) -> List.of(request))) {
            assertThat(service).isNotNull();

            assertAllAnswered(measure(between("{field: /orderId}"), fields));
        }
    }

    @Test
    void shouldMeasureBetweenChannels() throws Exception {
        StatefulRedisPubSubConnection<String, byte[]> subscriber = client.connectPubSub(CODEC);
        subscriber.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, byte[] request) {
                owner.async().publish(replies, request);
            }
        });
        subscriber.sync().subscribe(requests);

        assertAllAnswered(
                measure(between("{field: /orderId}"), transport().replace("requestField: data", "mode: pubsub")));
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        create();
        String service = ", correlate: {field: /orderId}";
        WholeRuns.assertRefused(
                measure("requests: orders-nowhere, replies: " + replies + service),
                List.of("the transport refused all ", " requests on orders-nowhere", "it does not exist"));
        WholeRuns.assertRefused(
                measure("requests: " + requests + ", replies: secret" + service),
                List.of("secret: NOPERM", "; replies are read with XREVRANGE and XREAD"));
        WholeRuns.assertRefused(
                measure("requests: executions-other, replies: " + replies + service),
                List.of("the transport refused all ", "NOPERM"));
        WholeRuns.assertRefused(
                measure(between("{field: /orderId}"), transport().replace(PASSWORD, "quite-wrong")),
                List.of("does not let this user in"),
                "quite-wrong");
    }

    @Test
    void shouldRefuseFieldsThatWouldBeIgnored() {
        assertThatThrownBy(() -> WholeRuns.here(transport(), directory))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("requestField: data (expected: absent, since it belongs to a deployed service)");
    }
}
