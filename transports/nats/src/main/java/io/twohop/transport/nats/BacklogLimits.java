package io.twohop.transport.nats;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.transport.PlannedBacklog;
import java.time.Duration;
import java.util.Map;

/** Rejects a backlog that the file's streams or consumers would not survive. One stream holds all topics. */
final class BacklogLimits {
    /** The client's inactive threshold of an ordered consumer, which no option of it sets. */
    private static final Duration ORDERED_INACTIVE = Duration.ofSeconds(5);

    private BacklogLimits() {}

    static void check(NatsConfig.Messaging messaging, PlannedBacklog backlog) {
        check(messaging.stream(), backlog);
        switch (messaging.consumer()) {
            case ORDERED -> {
                if (backlog.age().compareTo(ORDERED_INACTIVE) >= 0) {
                    throw ConfigException.invalid(
                            "consumer",
                            "ordered",
                            "pull or push: the server deletes an ordered consumer that asks for nothing for 5 s");
                }
            }
            case PULL -> checkInactive(messaging.consumerOptions(), backlog);
            case PUSH -> {}
        }
    }

    private static void checkInactive(Map<String, String> consumerOptions, PlannedBacklog backlog) {
        String field = "inactive_threshold";
        if (isAtMost(consumerOptions, field, backlog.age().toNanos())) {
            throw ConfigException.invalid(
                    "consumerOptions." + field,
                    consumerOptions.get(field),
                    Texts.format(
                            "more than %,d ns, for which consumers ask for nothing: the server would delete them",
                            backlog.age().toNanos()));
        }
    }

    /** @param stream fields of the stream's configuration */
    static void check(Map<String, String> stream, PlannedBacklog backlog) {
        check(stream, "max_bytes", backlog.bytes(), "bytes");
        check(stream, "max_msgs", backlog.messages(), "messages");
        check(stream, "max_age", backlog.age().toNanos(), "ns");
    }

    private static void check(Map<String, String> stream, String field, long needed, String unit) {
        if (isAtMost(stream, field, needed)) {
            throw ConfigException.invalid(
                    "stream." + field,
                    stream.get(field),
                    Texts.format(
                            "more than %,d %s, the backlog, whose oldest messages the server would delete unread",
                            needed, unit));
        }
    }

    /** Limits of 0 or less are none; the server refuses what is no number. */
    private static boolean isAtMost(Map<String, String> fields, String field, long needed) {
        String text = fields.getOrDefault(field, "0").strip();
        return text.matches("\\d{1,18}") && Long.parseLong(text) > 0 && Long.parseLong(text) <= needed;
    }
}
