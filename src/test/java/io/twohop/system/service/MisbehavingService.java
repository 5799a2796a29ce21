package io.twohop.system.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * A service that answers JSON orders with executions, and misbehaves as its {@link Plan} says. It knows nothing of the bench. Its counts
 * say what a measurement should have seen.
 *
 * <p>As a process of its own, with the packaged command's libraries:
 *
 * <pre>{@code
 * java -cp 'src/test/target/test-classes:bench-cli/target/lib/*' io.twohop.system.service.MisbehavingService \
 *     nats://127.0.0.1:4222 orders executions drop twice=50 late late-millis=500
 * }</pre>
 *
 * <p>The address is a URL of NATS, Kafka's bootstrap servers, a file of properties of Kafka's client, {@code chronicle}, or {@code
 * aeron:DIRECTORY} for a media driver that the service starts there. The process prints {@code ready},
 * and its counts once standard input has ended.
 */
public final class MisbehavingService implements AutoCloseable {
    private static final String CHRONICLE = "chronicle";
    private static final String AERON = "aeron:";
    private static final Duration POLL = Duration.ofMillis(10);

    private final Wire wire;
    private final Answers answers;
    private final Thread thread = new Thread(this::serve, "misbehaving-service");
    private volatile boolean closing;
    private volatile Exception failure;

    private MisbehavingService(Wire wire, Plan plan) {
        this.wire = wire;
        answers = new Answers(plan, System::nanoTime, wire::send);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Returns a service that is ready. Both topics exist already.
     *
     * @param client properties of any Kafka client: address and user
     */
    public static MisbehavingService overKafka(Map<String, String> client, String requests, String replies, Plan plan) {
        return new MisbehavingService(new KafkaWire(client, requests, replies), plan);
    }

    /**
     * Returns a service that is ready.
     *
     * @param url with user and password where the server wants them
     * @param replies the subject of answers to requests without an inbox
     */
    public static MisbehavingService overNats(String url, String requests, String replies, Plan plan)
            throws IOException, InterruptedException {
        return new MisbehavingService(new NatsWire(url, requests, replies), plan);
    }

    /** Returns a service that is ready between two queues, which it creates unless they exist. */
    public static MisbehavingService overChronicle(String requests, String replies, Plan plan) {
        return new MisbehavingService(new ChronicleWire(requests, replies), plan);
    }

    /**
     * Returns a service that is ready.
     *
     * @param directory of the media driver that it starts
     * @param requests channel and stream, such as {@code aeron:ipc|1001}
     */
    public static MisbehavingService overAeron(String directory, String requests, String replies, Plan plan) {
        return new MisbehavingService(new AeronWire(directory, requests, replies), plan);
    }

    private void serve() {
        try {
            while (!closing) {
                wire.poll(POLL, answers::onRequest);
                answers.release();
            }
            answers.releaseAll();
        } catch (Exception e) {
            failure = e;
        }
    }

    /** Returns the counts so far. */
    public Counts counts() {
        return answers.counts();
    }

    /**
     * Sends the answers that are still held back, and ends the service.
     *
     * @throws IllegalStateException if the service failed before
     */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
            wire.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before the service had ended", e);
        }
        if (failure != null) {
            throw new IllegalStateException("the service failed", failure);
        }
    }

    public static void main(String... arguments) throws Exception {
        String address = arguments[0];
        Plan plan = Plan.of(Arrays.copyOfRange(arguments, 3, arguments.length));
        MisbehavingService service = start(address, arguments[1], arguments[2], plan);
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // The end of the input ends the service, so that it does not outlive the process that started it.
        }
        service.close();
        System.out.println(service.counts());
    }

    private static MisbehavingService start(String address, String requests, String replies, Plan plan)
            throws IOException, InterruptedException {
        if (address.equals(CHRONICLE)) {
            return overChronicle(requests, replies, plan);
        }
        if (address.startsWith(AERON)) {
            return overAeron(address.substring(AERON.length()), requests, replies, plan);
        }
        return address.contains("://")
                ? overNats(address, requests, replies, plan)
                : overKafka(client(address), requests, replies, plan);
    }

    private static Map<String, String> client(String address) throws IOException {
        Path file = Path.of(address);
        Map<String, String> client = new HashMap<>();
        if (Files.isRegularFile(file)) {
            Properties properties = new Properties();
            try (InputStream in = Files.newInputStream(file)) {
                properties.load(in);
            }
            properties.stringPropertyNames().forEach(name -> client.put(name, properties.getProperty(name)));
        } else {
            client.put("bootstrap.servers", address);
        }
        return client;
    }
}
