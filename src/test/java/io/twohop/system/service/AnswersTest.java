package io.twohop.system.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.system.service.Message.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnswersTest {
    private static final long FIRST = 1_000_000_000;
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    private final List<Message> replies = new ArrayList<>();
    private long nanos;

    private Answers answers(String... options) {
        return new Answers(Plan.of(options), () -> nanos, replies::add);
    }

    private static Message order(long id) {
        return new Message(
                ("{\"customerId\": \"C-1\", \"orderId\": " + id + "}").getBytes(StandardCharsets.UTF_8),
                ("key-" + id).getBytes(StandardCharsets.UTF_8),
                List.of(new Header("traceparent", TRACE), new Header("correlation", "c-" + id)),
                "_INBOX.run." + id);
    }

    private Answers afterOrders(int orders, String... options) {
        Answers answers = answers(options);
        IntStream.range(0, orders).forEach(i -> answers.onRequest(order(FIRST + i)));
        return answers;
    }

    private List<Long> ids() {
        return replies.stream().map(reply -> idOf(reply).asLong()).toList();
    }

    private static JsonNode idOf(Message reply) {
        try {
            return new ObjectMapper().readTree(reply.payload()).path("orderId");
        } catch (Exception e) {
            throw new IllegalStateException(reply.text(), e);
        }
    }

    /** Returns the reply to the only request, which the misbehaviour hits. */
    private Message reply(String misbehaviour) {
        Answers answers = afterOrders(1, misbehaviour + "=1");
        assertThat(answers.counts().of(Misbehaviour.named(misbehaviour))).isEqualTo(1);
        return replies.get(0);
    }

    @Test
    void shouldAnswerEachRequestWithItsIdKeyAndHeadersWhenNothingIsPlanned() {
        Answers answers = afterOrders(3);

        assertThat(ids()).containsExactly(FIRST, FIRST + 1, FIRST + 2);
        assertThat(replies.get(1)).satisfies(reply -> {
            Message request = order(FIRST + 1);
            assertThat(reply.key()).isEqualTo(request.key());
            assertThat(reply.headers()).isEqualTo(order(FIRST + 1).headers()).hasSize(2);
            assertThat(reply.replyTo()).isEqualTo(request.replyTo());
        });
        assertThat(answers.counts()).hasToString("{\"requests\":3,\"replies\":3}");
    }

    @ParameterizedTest
    @EnumSource
    void shouldMisbehaveAtEveryHundredthRequest(Misbehaviour misbehaviour) {
        Answers answers = afterOrders(1_000, misbehaviour.label());
        nanos = Long.MAX_VALUE;
        answers.release();

        assertThat(answers.counts().of(misbehaviour)).isEqualTo(10);
    }

    @Test
    void shouldHitDifferentRequestsWhenIntervalsAreEqual() {
        Answers answers = afterOrders(1_000, "drop", "twice", "foreign", "no-id");

        assertThat(answers.counts())
                .hasToString(
                        "{\"requests\":1000,\"replies\":1010,\"drop\":10,\"twice\":10,\"no-id\":10,\"foreign\":10}");
    }

    @Test
    void shouldLeaveRequestsWithoutAnswer() {
        afterOrders(4, "drop=2");

        assertThat(ids()).containsExactly(FIRST + 1, FIRST + 3);
    }

    @Test
    void shouldAnswerTwice() {
        afterOrders(3, "twice=3");

        assertThat(ids()).containsExactly(FIRST, FIRST + 1, FIRST + 1, FIRST + 2);
    }

    @Test
    void shouldAnswerSeveralTimes() {
        Answers answers = afterOrders(2, "replies=3", "fewer=2");

        assertThat(ids()).hasSize(5);
        assertThat(answers.counts().of(Misbehaviour.FEWER)).isEqualTo(1);
    }

    @Test
    void shouldAnswerInAnotherOrder() {
        afterOrders(4, "swap=3");

        assertThat(ids()).containsExactly(FIRST, FIRST + 1, FIRST + 3, FIRST + 2);
    }

    @Test
    void shouldNotCountASwapWhenNoRequestFollows() {
        Answers answers = afterOrders(3, "swap=3");
        assertThat(ids()).hasSize(2);

        nanos = 1_000_000_000;
        answers.release();

        assertThat(ids()).containsExactly(FIRST, FIRST + 1, FIRST + 2);
        assertThat(answers.counts().of(Misbehaviour.SWAP)).isZero();
    }

    @Test
    void shouldAnswerLateWithoutDelayingOthers() {
        Answers answers = afterOrders(5, "late=4", "late-millis=20");
        nanos = 19_999_999;
        answers.release();
        assertThat(ids()).containsExactly(FIRST, FIRST + 1, FIRST + 2, FIRST + 4);

        nanos = 20_000_000;
        answers.release();

        assertThat(ids()).endsWith(FIRST + 3);
        assertThat(answers.counts().of(Misbehaviour.LATE)).isEqualTo(1);
    }

    @Test
    void shouldSendWhatIsHeldBackBeforeItEnds() {
        Answers answers = afterOrders(4, "late=4", "swap=3");
        answers.releaseAll();

        assertThat(ids()).containsExactlyInAnyOrder(FIRST, FIRST + 1, FIRST + 2, FIRST + 3);
        assertThat(answers.counts().replies()).isEqualTo(4);
    }

    @Test
    void shouldAnswerWithATextInsteadOfANumber() {
        assertThat(reply("text-id").text()).contains("\"orderId\":\"1000000000\"");
    }

    @Test
    void shouldSurroundTheIdByWhiteSpace() {
        Message reply = reply("spaced-id");

        assertThat(reply.text()).contains("\"orderId\" :\n\t 1000000000 \r\n,");
        assertThat(idOf(reply).asLong()).isEqualTo(FIRST);
    }

    @Test
    void shouldPutBlanksIntoTheId() {
        assertThat(idOf(reply("padded-id")).asText()).isEqualTo(" 1000000000 ");
    }

    @Test
    void shouldPutAFieldOfTheSameNameBeforeTheId() {
        Message reply = reply("decoy-id");

        assertThat(reply.text()).contains("{\"orderId\":1500000000},\"orderId\":1000000000,");
        assertThat(idOf(reply).asLong()).isEqualTo(FIRST);
    }

    @Test
    void shouldAnswerWithoutTheId() {
        assertThat(idOf(reply("no-id")).isMissingNode()).isTrue();
    }

    @Test
    void shouldAnswerWithThePreviousRequestsId() {
        afterOrders(3, "other-id=1");

        assertThat(ids()).containsExactly(FIRST, FIRST, FIRST + 1);
        assertThat(replies.get(2).headers()).isEqualTo(order(FIRST + 2).headers());
    }

    @Test
    void shouldStartANewTrace() {
        List<Header> headers = reply("new-trace").headers();

        assertThat(headers).hasSize(2).contains(order(FIRST).headers().get(1));
        assertThat(headers.get(1).name()).isEqualTo("traceparent");
        assertThat(headers.get(1).value())
                .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-03")
                .isNotEqualTo(TRACE);
    }

    @Test
    void shouldAnswerWithoutKeyAndHeaders() {
        Message reply = reply("no-headers");

        assertThat(reply.key()).isNull();
        assertThat(reply.headers()).isEmpty();
        assertThat(idOf(reply).asLong()).isEqualTo(FIRST);
    }

    @Test
    void shouldAnswerForeignRequests() {
        afterOrders(1, "foreign=1");

        assertThat(ids()).containsExactly(FIRST, 1_500_000_000L);
        Message foreign = replies.get(1);
        assertThat(foreign.replyTo()).isEqualTo("_INBOX.run.foreign");
        assertThat(foreign.headers().stream().map(Header::name)).containsExactly("traceparent", "correlation");
        assertThat(new HashSet<>(foreign.headers()))
                .doesNotContainAnyElementsOf(order(FIRST).headers());
        assertThat(foreign.key()).isNotEqualTo(order(FIRST).key());
    }

    @Test
    void shouldKeepTheKindOfAForeignId() {
        Message request = new Message("{\"id\":\"ORD-1\"}".getBytes(StandardCharsets.UTF_8), null, List.of(), null);
        answers("foreign=1", "field=id").onRequest(request);

        assertThat(replies.get(0).text()).contains("\"id\":\"ORD-1\"");
        assertThat(replies.get(1).text()).containsPattern("\"id\":\"[0-9a-f-]{36}\"");
        assertThat(replies.get(1).replyTo()).isNull();
    }

    @Test
    void shouldSendBackARequestThatIsNoJson() {
        byte[] bytes = {1, 2, 3};
        Answers answers = answers("text-id=1");
        answers.onRequest(new Message(bytes, null, List.of(), null));

        assertThat(replies.get(0).payload()).isEqualTo(bytes);
        assertThat(answers.counts().of(Misbehaviour.TEXT_ID)).isZero();
    }

    @Test
    void shouldRefuseAnUnknownMisbehaviour() {
        assertThatThrownBy(() -> Plan.of("dorp"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("dorp (expected: one of [drop, twice, ");
    }
}
