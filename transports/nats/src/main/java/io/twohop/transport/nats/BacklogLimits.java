package io.twohop.transport.nats;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.transport.PlannedBacklog;
import java.util.Map;

/** Rejects a backlog that the limits of the file's streams would cut. One stream holds all topics. */
final class BacklogLimits {
    private BacklogLimits() {}

    /** @param stream fields of the stream's configuration */
    static void check(Map<String, String> stream, PlannedBacklog backlog) {
        check(stream, "max_bytes", backlog.bytes(), "bytes");
        check(stream, "max_msgs", backlog.messages(), "messages");
        check(stream, "max_age", backlog.age().toNanos(), "ns");
    }

    /** Limits of 0 or less are none. */
    private static void check(Map<String, String> stream, String field, long needed, String unit) {
        String text = stream.getOrDefault(field, "0").strip();
        // The server refuses what is no number.
        if (text.matches("\\d{1,18}") && Long.parseLong(text) > 0 && Long.parseLong(text) <= needed) {
            throw ConfigException.invalid(
                    "stream." + field,
                    text,
                    Texts.format(
                            "more than %,d %s, the backlog, whose oldest messages the server would delete unread",
                            needed, unit));
        }
    }
}
