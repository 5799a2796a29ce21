package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.pipeline.deployed.Returned;
import io.twohop.pipeline.deployed.Returned.Outcome;
import io.twohop.pipeline.deployed.Returned.Part;
import io.twohop.workload.Correlation;
import io.twohop.workload.Deployment;
import io.twohop.workload.Replies;
import io.twohop.workload.ReplyField;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReturnedTextTest {
    private static final Deployment SERVICE =
            new Deployment(true, "orders", Replies.on("executions"), Correlation.byHeader("traceparent"));

    private static final Part INBOX = new Part("inbox", Outcome.RETURNED, "", Optional.of(Correlation.byInbox()));
    private static final Part NO_KEY = new Part("key", Outcome.ABSENT, "", Optional.empty());

    private static String printed(int requests, Optional<Duration> first, long others, Part... parts) {
        return printed(requests, first, 1, others, parts);
    }

    private static String printed(int requests, Optional<Duration> first, int replies, long others, Part... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReturnedText.print(
                SERVICE,
                new Returned(
                        List.of(parts),
                        requests,
                        first,
                        requests == 7 ? "409 out of stock" : "",
                        replies,
                        others,
                        others == 0 ? "" : "refused: password=hunter22",
                        first.isPresent() ? "" : "group x is Empty"),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Part field(String request, String reply) {
        ReplyField field = new ReplyField(request, reply, null, null);
        return new Part(
                "field " + request, Outcome.RETURNED, reply, Optional.of(new Correlation(field, null, null, null)));
    }

    @Test
    void shouldSayThatTheReplyIsAnError() {
        assertThat(printed(7, Optional.of(Duration.ofMillis(1)), 0, NO_KEY))
                .contains("\nit reports an error of the service in place of an answer: 409 out of stock\n");
    }

    @Test
    void shouldPrintWhatToPaste() {
        assertThat(printed(
                        1,
                        Optional.of(Duration.ofNanos(6_340_000)),
                        0,
                        field("/orderId", "/id"),
                        field("/it's", "/a, b"),
                        NO_KEY))
                .isEqualTo("""
                        1 request on orders; the first reply came after 6.3 ms

                          part            came back
                          field /orderId  yes, at /id
                          field /it's     yes, at /a, b
                          key             no

                        for the workload's service, the best first:
                          correlate: {field: {request: /orderId, reply: /id}}
                          correlate: {field: {request: '/it''s', reply: '/a, b'}}
                        """);
    }

    @Test
    void shouldSayThatARequestHasSeveralReplies() {
        assertThat(printed(1, Optional.of(Duration.ofMillis(2)), 3, 0, field("/id", "/id")))
                .startsWith("1 request on orders; the first reply came after 2.0 ms, and 2 more to the same\nrequest\n")
                .endsWith("  correlate: {field: /id}\nand, if each request has as many:\n"
                        + "  replies: {topic: executions, perRequest: 3}\n");
    }

    @Test
    void shouldSayThatOnlyInboxesAreAnswered() {
        assertThat(printed(8, Optional.of(Duration.ofMillis(1)), 0, INBOX, NO_KEY))
                .contains("no reply on executions, where requests without an inbox want it\n")
                .endsWith("  correlate: {inbox: true}  # instead of replies\n");
    }

    @Test
    void shouldShowARepliesBeginningWithoutSecrets() {
        Part within = new Part("field /orderId", Outcome.ELSEWHERE, "within the text of /note", Optional.empty());

        assertThat(printed(20, Optional.empty(), 1_234, within))
                .startsWith("20 requests on orders, and no reply has a part of one; let the service pass an\n"
                        + "id on\n" + "1,234 replies have no part of these requests, the first:")
                .contains("\ngroup x is Empty\n")
                .contains("field /orderId  no, only within the text of /note, where runs do not look\n")
                .doesNotContain("hunter22", "correlate");
    }
}
