package io.twohop.transport.sqs;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.transport.Envelope;
import io.twohop.transport.Footprint;
import io.twohop.transport.Footprint.Fee;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServerProvider;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Sweeper;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.workload.Fault;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code sqs} transport. */
public final class SqsProvider implements ServerProvider<SqsConfig> {
    /** Limit of Amazon since August 2025; other endpoints have a lower one. */
    private static final int MOST_BYTES = 1_048_576;

    private static final int MOST_ATTRIBUTES = 10;

    /** Part of a message that is charged as one request. */
    private static final int CHARGED_BYTES = 65_536;

    private static final double FULL = 10;
    private static final double STANDARD_DOLLARS = 0.40;
    private static final double FIFO_DOLLARS = 0.50;
    private static final String PRICE = "list price of us-east-1 in June 2026";

    @Override
    public String name() {
        return "sqs";
    }

    @Override
    public String description() {
        return "Amazon SQS, standard and FIFO queues: yours, and each request costs money";
    }

    @Override
    public List<String> files() {
        return List.of("sqs.yaml", "sqs-fifo.yaml");
    }

    @Override
    public List<String> jvmFlags() {
        return List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    }

    /** Returns the variables in which the client looks for credentials. Region and endpoint are in the file. */
    @Override
    public List<String> environment() {
        return List.of(
                "AWS_ACCESS_KEY_ID",
                "AWS_SECRET_ACCESS_KEY",
                "AWS_SESSION_TOKEN",
                "AWS_ACCOUNT_ID",
                "AWS_PROFILE",
                "AWS_CONFIG_FILE",
                "AWS_SHARED_CREDENTIALS_FILE",
                "AWS_ROLE_ARN",
                "AWS_ROLE_SESSION_NAME",
                "AWS_WEB_IDENTITY_TOKEN_FILE",
                "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN",
                "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
                "AWS_EC2_METADATA_DISABLED",
                "AWS_EC2_METADATA_SERVICE_ENDPOINT",
                "AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE");
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(64, "a consumer has a thread and a connection for each queue");
    }

    @Override
    public Set<Envelope.Part> carries() {
        return EnumSet.allOf(Envelope.Part.class);
    }

    @Override
    public boolean spansProcesses() {
        return true;
    }

    @Override
    public Transport open(SqsConfig config, RunContext context) {
        return new SqsTransport(config, context);
    }

    @Override
    public boolean isExternal(SqsConfig config) {
        return true;
    }

    @Override
    public List<String> addresses(SqsConfig config) {
        return Optional.ofNullable(config.place().endpoint()).map(List::of).orElse(List.of());
    }

    /** Returns the queues, one for each topic of a hop, and what sending, receiving and deleting a message costs. */
    @Override
    public Footprint footprint(SqsConfig config, RunContext context) {
        int topics = context.channels().hops() * context.channels().topics();
        Optional<Fee> fee = config.place().charges()
                ? Optional.of(fee(
                        context.traffic().typicalMessageBytes(),
                        context.traffic().envelope(),
                        config.isFifo() ? FIFO_DOLLARS : STANDARD_DOLLARS))
                : Optional.empty();
        String kind = config.isFifo() ? " FIFO queue" : " queue";
        return new Footprint(List.of(topics + kind + (topics == 1 ? "" : "s")), topics, 1, fee);
    }

    /** A message is sent, received and deleted; the first two are charged by size as well. Empty receives are not counted. */
    private static Fee fee(int payloadBytes, Envelope envelope, double dollars) {
        double bytes = Outgoing.bytes(payloadBytes, envelope);
        double alone = Math.ceil(bytes / CHARGED_BYTES);
        double together = Math.ceil(FULL * bytes / CHARGED_BYTES) / FULL;
        return new Fee(2 * together + 1 / FULL, 2 * alone + 1, dollars, PRICE);
    }

    @Override
    public Sweeper sweeper(SqsConfig config) {
        return SqsTransport.sweeper(config);
    }

    /** The queues store messages until consumers take them. */
    @Override
    public List<String> faultTargets(SqsConfig config) {
        return List.of(Fault.CONSUMER);
    }

    @Override
    public SharedServer server(SqsConfig config, String host, Path data, Path logs) {
        throw new UnsupportedOperationException("SQS is external");
    }

    @Override
    public void check(SqsConfig config, RunContext context) {
        Envelope envelope = context.traffic().envelope();
        checkSize(context, MOST_BYTES, "SQS");
        int attributes = envelope.headers().size() + (envelope.keys() > 0 ? 1 : 0);
        if (attributes > MOST_ATTRIBUTES) {
            throw ConfigException.invalid(
                    "headers",
                    envelope.headers().size(),
                    "at most 10, and 9 beside keys: SQS takes 10 attributes with a message");
        }
    }

    /** @param whose the endpoint that sets the limit */
    static void checkSize(RunContext context, int most, String whose) {
        int payload = context.traffic().maxMessageBytes();
        long bytes = Outgoing.bytes(payload, context.traffic().envelope());
        if (bytes > most) {
            throw new TransportException(Texts.format(
                    "messages of %,d bytes, %,d in base64 with their attributes (expected: at most %,d over %s)",
                    payload, bytes, most, whose));
        }
    }
}
