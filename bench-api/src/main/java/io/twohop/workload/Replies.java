package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Sections;
import java.util.regex.Pattern;

/** The replies of a deployed service: where it puts them, and how many each request has. */
public record Replies(
        @Help("the existing topic, subject or queue of the replies; none beside correlate: {inbox: true}")
        String topic,

        @Help(
                "how many replies each request has: a number up to 1,000, or 0..1 for a service that filters; 1 by default")
        String perRequest) {
    /** One reply to each request, on a channel that something else names. */
    static final Replies ONE = new Replies(null, null);

    /** The number of replies to the requests of a service that answers some of them. */
    private static final String SOME = "0..1";

    private static final String BY_DEFAULT = "1";
    private static final int MOST = 1_000;
    private static final String EXPECTED = "how many replies each request has: 1 to 1,000, or 0..1 for a filter";
    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,3}");

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public Replies {
        Given.of("topic", topic).onlyIf(Deployment::isName, Deployment.EXPECTED_NAME);
        perRequest = Given.of("perRequest", perRequest)
                .onlyIf(text -> text.equals(SOME) || isNumber(text), EXPECTED)
                .map(text -> text.equals(BY_DEFAULT) ? null : text)
                .or(null);
    }

    private static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches() && Integer.parseInt(text) <= MOST;
    }

    /** Returns one reply to each request on a channel. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Replies on(String topic) {
        return new Replies(
                Given.of("", topic)
                        .needed(Deployment::isName, Deployment.EXPECTED_NAME)
                        .or(null),
                null);
    }

    /** Returns whether a request without a reply is answered as declared. */
    public boolean areOptional() {
        return SOME.equals(perRequest);
    }

    /** Returns after how many replies a request needs no more. */
    public int most() {
        return perRequest == null || areOptional() ? 1 : Integer.parseInt(perRequest);
    }

    /** Returns the topic alone if there is no other key, otherwise a mapping. */
    @JsonValue
    Object keys() {
        return perRequest == null && topic != null ? topic : Sections.given(this);
    }
}
