package io.twohop.transport.rabbitmq;

import io.twohop.transport.TransportException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * The address of a deployed service's requests or replies: a queue's name, {@code /queues/NAME}, or {@code /exchanges/NAME/KEY}. The latter
 * two are addresses as RabbitMQ 4 writes them for AMQP 1.0, in which {@code %2F} stands for a slash within a name.
 *
 * @param exchange empty for the default exchange
 * @param key the routing key; for the default exchange the queue's name
 */
record Address(String exchange, String key) {
    private static final String QUEUES = "/queues/";
    private static final String EXCHANGES = "/exchanges/";

    /** @throws TransportException for a text that begins with a slash and has neither form */
    static Address of(String text) {
        try {
            if (!text.startsWith("/")) {
                return new Address("", text);
            }
            if (text.startsWith(QUEUES)) {
                return new Address("", name(text, text.substring(QUEUES.length())));
            }
            if (text.startsWith(EXCHANGES)) {
                String[] parts = text.substring(EXCHANGES.length()).split("/", 2);
                return new Address(name(text, parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
            }
        } catch (IllegalArgumentException e) {
            throw refusal(text);
        }
        throw refusal(text);
    }

    private static TransportException refusal(String text) {
        return new TransportException(
                text + " is no address (expected: a queue's name, /queues/NAME, or /exchanges/NAME/KEY)");
    }

    private static String name(String text, String encoded) {
        String name = decoded(encoded);
        if (name.isEmpty()) {
            throw refusal(text);
        }
        return name;
    }

    private static String decoded(String part) {
        if (part.contains("/")) {
            throw new IllegalArgumentException("a slash that is not encoded");
        }
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    boolean isQueue() {
        return exchange.isEmpty();
    }

    /** Returns whether a queue that is bound here may get messages that are published there, as a topic exchange has it. */
    boolean receives(Address published) {
        return isQueue() == published.isQueue()
                && exchange.equals(published.exchange)
                && matches(key.split("\\.", -1), 0, published.key.split("\\.", -1), 0);
    }

    private static boolean matches(String[] pattern, int at, String[] words, int word) {
        if (at == pattern.length) {
            return word == words.length;
        }
        if (pattern[at].equals("#")) {
            return matches(pattern, at + 1, words, word)
                    || word < words.length && matches(pattern, at, words, word + 1);
        }
        return word < words.length
                && (pattern[at].equals("*") || pattern[at].equals(words[word]))
                && matches(pattern, at + 1, words, word + 1);
    }

    @Override
    public String toString() {
        return isQueue() ? "queue " + key : "exchange " + exchange;
    }
}
