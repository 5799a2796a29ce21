package io.twohop.transport.sqs;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Values;
import io.twohop.transport.kit.Broker;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;

/** The keys of an SQS transport file. */
public record SqsConfig(
        @Section Place place,

        @Help("kind of the queues: standard or fifo; standard by default")
        Kind queue,

        @Section Sending sending,
        @Section Reading reading) {
    /** The kind of a queue. */
    public enum Kind {
        /** At least once, without order. */
        STANDARD,
        /** In order within each message group, without duplicates of the sender. */
        FIFO
    }

    /** The keys that say where the queues are. */
    public record Place(
            @Help("external, the only kind: queues are always somebody else's")
            Broker broker,

            @Help("region of the queues, such as us-east-1") String region,

            @Help(
                    "URL of another endpoint than Amazon's public one of the region, such as a VPC endpoint; absent by default")
            String endpoint) {
        private static final String EXPECTED_ENDPOINT = "https://host or http://host:port, without a user and a path";

        public Place {
            Given.of("broker", broker)
                    .onlyIf(Broker.EXTERNAL::equals, "external, since SQS runs on no machine of yours");
            broker = Broker.EXTERNAL;
            Given.of("region", region)
                    .needed(name -> name.matches("[a-z0-9-]{1,40}"), "the region of the queues, such as us-east-1");
            if (endpoint != null) {
                checkEndpoint(endpoint);
            }
        }

        private static void checkEndpoint(String endpoint) {
            try {
                URI uri = new URI(endpoint);
                boolean isWeb = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
                boolean isBare = uri.getUserInfo() == null
                        && uri.getQuery() == null
                        && uri.getFragment() == null
                        && (uri.getPath() == null || uri.getPath().matches("/?"));
                if (!isWeb || uri.getHost() == null || !isBare) {
                    // The URL may hold a password.
                    throw ConfigException.invalid("endpoint", "another form", EXPECTED_ENDPOINT);
                }
            } catch (URISyntaxException e) {
                throw ConfigException.invalid("endpoint", "no URL", EXPECTED_ENDPOINT);
            }
        }

        /** Returns whether Amazon answers there, as far as the name tells. */
        boolean isAmazon() {
            return endpoint == null || host().matches(".*\\.(?:amazonaws\\.com(?:\\.cn)?|api\\.aws)");
        }

        /** Returns whether requests may cost money: those to this machine do not. */
        boolean charges() {
            return endpoint == null || !host().matches("localhost|127(?:\\.\\d{1,3}){3}|\\[::1]");
        }

        private String host() {
            return URI.create(endpoint).getHost();
        }
    }

    /** The keys of publishers. */
    public record Sending(
            @Help(
                    "number of message groups of each fifo queue and publisher, each with an order of its own; 8 by default")
            Integer groups,

            @Help("number of messages without an answer at which a publisher pushes back; 1000 by default")
            Integer maxInFlight,

            @Help("number of a publisher's threads, each with one batch of up to 10 messages in flight; 4 by default")
            Integer senders) {
        private static final int MAX_GROUPS = 1_000;
        private static final int MAX_WINDOW = 1 << 20;
        private static final int MAX_SENDERS = 64;

        Sending withDefaults(Kind queue) {
            Values.absent("groups", groups, queue == Kind.STANDARD, "it belongs to queue fifo");
            return new Sending(
                    Values.within("groups", groups, 8, MAX_GROUPS),
                    Values.within("maxInFlight", maxInFlight, 1_000, MAX_WINDOW),
                    Values.within("senders", senders, 4, MAX_SENDERS));
        }
    }

    /** The keys of consumers. */
    public record Reading(
            @Help("number of consumers per hop, each with its own thread; 1 by default")
            Integer consumers,

            @Help(
                    "number of a consumer's receivers for each queue; each receives up to 10 messages, and deletes them once they are handled; 1 by default")
            Integer receivers,

            @Help("time that a receive waits at the server for a message (long polling), 1s to 20s; 20s by default")
            Duration waitTime,

            @Help("time after which a message that was not deleted is delivered again, 1s to 12h; 30s by default")
            Duration visibilityTimeout) {
        private static final int MAX_CONSUMERS = 64;
        private static final int MAX_RECEIVERS = 64;
        private static final Duration DEFAULT_WAIT = Duration.ofSeconds(20);
        private static final Duration DEFAULT_VISIBILITY = Duration.ofSeconds(30);

        Reading withDefaults() {
            return new Reading(
                    Values.within("consumers", consumers, 1, MAX_CONSUMERS),
                    Values.within("receivers", receivers, 1, MAX_RECEIVERS),
                    seconds("waitTime", waitTime, DEFAULT_WAIT, DEFAULT_WAIT, "1s to 20s, in whole seconds"),
                    seconds(
                            "visibilityTimeout",
                            visibilityTimeout,
                            DEFAULT_VISIBILITY,
                            Duration.ofHours(12),
                            "1s to 12h, in whole seconds"));
        }

        private static Duration seconds(
                String key, Duration given, Duration otherwise, Duration most, String expected) {
            Duration value = Objects.requireNonNullElse(given, otherwise);
            boolean isWhole = Duration.ofSeconds(value.toSeconds()).equals(value);
            if (!isWhole || value.toSeconds() < 1 || value.compareTo(most) > 0) {
                throw ConfigException.invalid(key, value, expected);
            }
            return value;
        }

        /** Whether one receiver takes all messages of a queue. */
        boolean areSingle() {
            return consumers == 1 && receivers == 1;
        }
    }

    public SqsConfig {
        queue = Objects.requireNonNullElse(queue, Kind.STANDARD);
        sending = sending.withDefaults(queue);
        reading = reading.withDefaults();
    }

    boolean isFifo() {
        return queue == Kind.FIFO;
    }
}
