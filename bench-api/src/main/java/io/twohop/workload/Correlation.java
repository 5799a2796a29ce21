package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Sections;
import java.util.Map;
import java.util.stream.Stream;

/** The part of a request that a deployed service returns, so that a reply can be matched with its request. One of the keys is set. */
public record Correlation(
        @Help("a field that the bench writes into the request and finds in the reply: a JSON pointer such as /orderId,"
                + " {request: /orderId, reply: /id}, or {offset: 16, length: 8} for binary messages")
        ReplyField field,

        @Help("whether each request names a subject of its own for the reply, as NATS request and reply does")
        Boolean inbox,

        @Help("whether the reply has the key of its request")
        Boolean key,

        @Help("a header that the service copies into its reply; for traceparent and tracestate, tracing has to pass"
                + " through the service")
        String header) {
    /** The header of W3C trace contexts, which tracing libraries copy. */
    public static final String TRACEPARENT = "traceparent";

    /** The header of W3C trace contexts whose content tracing libraries leave alone. */
    public static final String TRACESTATE = "tracestate";

    private static final String ONE_OF = "one of field, inbox, key and header";

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public Correlation {
        Given.of("inbox", inbox).onlyIf(value -> value, "true, or another way");
        Given.of("key", key).onlyIf(value -> value, "true, or another way");
        Given.of("header", header).onlyIf(name -> !name.isBlank(), "a header's name");
        long given = Stream.of(
                        Given.of("field", field),
                        Given.of("inbox", inbox),
                        Given.of("key", key),
                        Given.of("header", header))
                .filter(Given::isPresent)
                .count();
        Given.of("", given).onlyIf(number -> number == 1, ONE_OF);
    }

    /** Returns the correlation by a field of the same name in request and reply. */
    public static Correlation byField(String pointer) {
        return new Correlation(ReplyField.of(pointer), null, null, null);
    }

    public static Correlation byInbox() {
        return new Correlation(null, true, null, null);
    }

    public static Correlation byKey() {
        return new Correlation(null, null, true, null);
    }

    public static Correlation byHeader(String name) {
        return new Correlation(null, null, null, name);
    }

    /** Returns whether the transport itself carries replies back, with the request's number in their address. */
    public boolean usesInbox() {
        return inbox != null;
    }

    public boolean usesKey() {
        return key != null;
    }

    /** Returns whether tracing has to pass through the service. */
    public boolean usesTrace() {
        return TRACEPARENT.equalsIgnoreCase(header) || TRACESTATE.equalsIgnoreCase(header);
    }

    @JsonValue
    Map<String, Object> keys() {
        return Sections.given(this);
    }
}
