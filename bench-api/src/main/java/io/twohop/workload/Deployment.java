package io.twohop.workload;

import io.twohop.config.Given;
import io.twohop.config.Help;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A service that already runs, which the bench neither starts nor loads: where it takes requests, where it puts replies, and how a
 * reply is matched with its request.
 */
public record Deployment(
        @Help("whether the service already runs somewhere: the bench only sends requests and receives replies")
        Boolean deployed,

        @Help("for deployed: the existing topic, subject or queue that the service takes requests from")
        String requests,

        @Help(
                "for deployed: the existing topic, subject or queue of its replies, one for each request; or {topic: NAME,"
                        + " perRequest: 3}, also with 0..1 for a service that filters")
        Replies replies,

        @Help(
                "for deployed: JSON pointer of the field of the request whose value is the message's key, such as /customerId;"
                        + " none by default")
        String key,

        @Help(
                "for deployed: what tells which request a reply belongs to: {field: /orderId}, {inbox: true}, {key: true},"
                        + " {header: NAME} or {header: traceparent}")
        Correlation correlate,

        @Help(
                "for deployed: by how much the clocks of this machine and of brokers on others differ at most, such as 2ms; then"
                        + " brokers' append times on several machines give toService and inService")
        Duration clocksWithin) {
    /** A service of the run itself. */
    public static final Deployment NONE = new Deployment(null, null, null, null, null, null);

    private static final String EXPECTED_REQUESTS = "the topic, subject or queue that the service takes requests from";
    private static final String EXPECTED_REPLIES = "the topic, subject or queue of the service's replies";
    private static final Duration LONGEST_APART = Duration.ofSeconds(1);
    static final String EXPECTED_NAME = "the name of one topic, subject or queue, without * or > or blanks";
    private static final Pattern PATTERN = Pattern.compile("[*>\\s]");
    private static final String INBOX = "_INBOX.";
    private static final String EXPECTED_CORRELATE =
            "what a reply has of its request, such as {field: /orderId}; bench doctor --service finds it";

    public Deployment {
        boolean is = Given.of("deployed", deployed)
                .onlyIf(value -> value, "true, or no key at all for a service of the run itself")
                .isPresent();
        own("requests", requests, is).neededIf(is, EXPECTED_REQUESTS).onlyIf(Deployment::isName, EXPECTED_NAME);
        boolean toInbox = own("correlate", correlate, is)
                .neededIf(is, EXPECTED_CORRELATE)
                .map(Correlation::usesInbox)
                .or(false);
        own("key", key, is)
                .onlyIf(FieldPlace::isPointer, "a JSON pointer such as /customerId")
                .onlyIf(
                        correlate == null || !correlate.usesKey(),
                        "no key beside correlate: {key: true}, which makes the key the request's number");
        own("clocksWithin", clocksWithin, is)
                .onlyIf(within -> within.compareTo(LONGEST_APART) <= 0, "a duration up to 1s, such as 2ms");
        boolean isCounted = own("replies", replies, is).map(Replies::perRequest).isPresent();
        Given.of(isCounted ? "replies.topic" : "replies", topic(replies))
                .neededIf(is && !toInbox, EXPECTED_REPLIES)
                .onlyIf(!toInbox, "no replies beside correlate: {inbox: true}, which says where they go")
                .onlyIf(name -> !name.equals(requests), "another one than requests, which would answer themselves");
    }

    /** A pattern of subjects could have the requests themselves among the replies. */
    static boolean isName(String name) {
        return !name.isBlank() && !PATTERN.matcher(name).find() && !name.startsWith(INBOX);
    }

    private static String topic(Replies replies) {
        return replies == null ? null : replies.topic();
    }

    private static <T> Given<T> own(String key, T value, boolean isDeployed) {
        return Given.of(key, value)
                .onlyIf(
                        isDeployed,
                        "no " + key + " without 'deployed: true', since it belongs to a service that already runs");
    }

    /** Creates a service whose requests have no key of their own. */
    public Deployment(Boolean deployed, String requests, Replies replies, Correlation correlate) {
        this(deployed, requests, replies, null, correlate, null);
    }

    /** Returns the replies that each request is to have. */
    public Replies expected() {
        return replies == null ? Replies.ONE : replies;
    }

    /**
     * Returns the same service at another place.
     *
     * @param itsRequests {@code null} for these requests
     * @param itsReplies {@code null} for these replies
     */
    public Deployment at(String itsRequests, String itsReplies) {
        return new Deployment(
                deployed,
                Given.of("requests", itsRequests).or(requests),
                Given.of("replies", itsReplies)
                        .map(topic -> new Replies(topic, expected().perRequest()))
                        .or(replies),
                key,
                correlate,
                clocksWithin);
    }

    /** Returns whether the service already runs. */
    public boolean isDeployed() {
        return deployed != null;
    }
}
