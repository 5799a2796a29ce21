package io.twohop.jmh.bare;

import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.util.Properties;
import java.util.function.Supplier;

/** A transport's own client on both hops of a message's path. */
interface BareClient {
    /**
     * Sends the load, passes each message on, and receives it again.
     *
     * @param codecs makes a codec for one thread
     * @param place directory or server, see {@link BarePlace}
     */
    void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, Properties place) throws Exception;

    /** Returns whether one thread does all the work. */
    default boolean isSingleThreaded() {
        return true;
    }

    /** Returns the client that does what TwoHop does with a transport file. */
    static BareClient of(String file) {
        return switch (file) {
            case "chronicle" -> new BareChronicle();
            case "aeron-ipc" -> new BareAeron();
            case "nats" -> new BareNats();
            case "kafka-latency" -> new BareKafka();
            case "tcp" -> new BareTcp();
            case "jms" -> new BareJms();
            case "rabbitmq-transient" -> new BareRabbit();
            case "redis" -> new BareRedis();
            default ->
                throw new IllegalArgumentException("transport file: " + file
                        + " (expected: chronicle.yaml, aeron-ipc.yaml, nats.yaml, kafka-latency.yaml, tcp.yaml, jms.yaml,"
                        + " rabbitmq-transient.yaml or redis.yaml)");
        };
    }
}
