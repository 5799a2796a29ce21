package io.twohop.pipeline.deployed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.twohop.event.field.IdForm;
import io.twohop.event.field.IdForms;
import io.twohop.event.field.MessageIds;
import io.twohop.pipeline.deployed.Returned.Outcome;
import io.twohop.pipeline.deployed.Returned.Part;
import io.twohop.testing.ServedTransport;
import io.twohop.testing.ServedTransport.Message;
import io.twohop.testing.ServedTransport.Service;
import io.twohop.transport.Channel;
import io.twohop.transport.NoKeys;
import io.twohop.workload.Correlation;
import io.twohop.workload.ReplyField;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReturnTrialTest {
    private static final MessageIds IDS = new MessageIds("trial", 1);
    private static final IdForm NUMBER = IdForms.decimal(IDS, 10, false);
    private static final IdForm UUID = IdForms.uuid(IDS);

    /** Time passes by being read, so that a trial that waits for nothing is over soon. */
    private static NanoClock clock() {
        long[] nanos = {0};
        return () -> nanos[0] += 50_000_000;
    }

    private static String text(IdForm form, long number) {
        ByteBuffer text = ByteBuffer.allocate(form.bytes());
        form.write(number, text, 0);
        return new String(text.array(), StandardCharsets.US_ASCII);
    }

    private static ByteBuffer payload(long number) {
        byte[] json = ("{\"orderId\":" + text(NUMBER, number) + ",\"trade\":\"" + text(UUID, number) + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocateDirect(json.length)
                .order(ByteOrder.nativeOrder())
                .put(json)
                .flip();
    }

    private static Returned run(Map<String, IdForm> fields, Service service) throws Exception {
        ServedTransport transport = new ServedTransport(1, service).readBy("group x is Empty");
        Returned returned = new ReturnTrial(
                        transport,
                        transport.marks(new NoKeys()),
                        new Requests(Channel.existing("orders", 1), null, ReturnTrialTest::payload),
                        Optional.of(Channel.existing("executions", 2)),
                        Channel.inbox("trial"),
                        IDS,
                        fields,
                        clock())
                .run();
        assertThat(returned.requests()).isEqualTo((int) transport.requests());
        return returned;
    }

    private static Returned run(Service service) throws Exception {
        return run(Map.of("/orderId", NUMBER), service);
    }

    private static Message message(String payload) {
        return new Message(payload.getBytes(StandardCharsets.UTF_8), null, Map.of());
    }

    /** Returns a part of a request's payload, by the text around it. */
    private static String between(Message request, String before, String after) {
        String text = new String(request.payload(), StandardCharsets.UTF_8);
        int start = text.indexOf(before) + before.length();
        return text.substring(start, text.indexOf(after, start));
    }

    private static String orderId(Message request) {
        return between(request, "\"orderId\":", ",");
    }

    private static Part part(Returned returned, String name) {
        return returned.parts().stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldCountTheRepliesToARequest() throws Exception {
        Returned returned = run((index, request) -> {
            Message reply = message("{\"orderId\":" + orderId(request) + "}");
            return List.of(reply, message("{\"orderId\":1}"), reply, reply);
        });

        assertThat(returned.replies()).isEqualTo(3);
        assertThat(returned.requests()).isEqualTo(1);
    }

    @Test
    void shouldFindEachPartThatComesBack() throws Exception {
        Returned returned = run((index, request) -> List.of(new Message(
                request.payload(),
                request.key(),
                Map.of("twohop-id", request.header("twohop-id"), "traceparent", request.header("traceparent")))));

        assertThat(returned.parts())
                .extracting(Part::name, Part::outcome, Part::correlation)
                .containsExactly(
                        tuple("field /orderId", Outcome.RETURNED, Optional.of(Correlation.byField("/orderId"))),
                        tuple("key", Outcome.RETURNED, Optional.of(Correlation.byKey())),
                        tuple("header twohop-id", Outcome.RETURNED, Optional.of(Correlation.byHeader("twohop-id"))),
                        tuple("header correlation_id", Outcome.ABSENT, Optional.empty()),
                        tuple("header kafka_correlationId", Outcome.ABSENT, Optional.empty()),
                        tuple("header X-Request-Id", Outcome.ABSENT, Optional.empty()),
                        tuple("header traceparent", Outcome.RETURNED, Optional.of(Correlation.byHeader("traceparent"))),
                        tuple("header tracestate", Outcome.ABSENT, Optional.empty()));
        assertThat(returned.requests()).isOne();
        assertThat(returned.firstReply()).isPresent();
        assertThat(returned.otherReplies()).isZero();
    }

    @Test
    void shouldFindAFieldUnderAnotherName() throws Exception {
        Returned returned = run(
                Map.of("/trade", UUID),
                (index, request) -> List.of(message("{\"status\":\"FILLED\",\"legs\":[{\"a/b\":\""
                        + between(request, "\"trade\":\"", "\"") + "\"}]}")));

        assertThat(part(returned, "field /trade"))
                .isEqualTo(new Part(
                        "field /trade",
                        Outcome.RETURNED,
                        "/legs/0/a~1b",
                        Optional.of(new Correlation(
                                new ReplyField("/trade", "/legs/0/a~1b", null, null), null, null, null))));
    }

    @Test
    void shouldPreferTheNameOfTheRequest() throws Exception {
        Returned returned = run((index, request) ->
                List.of(message("{\"copy\":" + orderId(request) + ",\"orderId\":" + orderId(request) + "}")));

        assertThat(part(returned, "field /orderId").place()).isEqualTo("/orderId");
    }

    /** A run reads a number alone, so that it cannot match by such a reply. */
    @Test
    void shouldNotOfferAFieldThatRunsCannotRead() throws Exception {
        Returned returned =
                run((index, request) -> List.of(message("{\"note\":\"order " + orderId(request) + " filled\"}")));

        assertThat(part(returned, "field /orderId"))
                .isEqualTo(new Part("field /orderId", Outcome.ELSEWHERE, "within the text of /note", Optional.empty()));
        assertThat(returned.isMeasurable()).isFalse();
    }

    @Test
    void shouldFindDigitsInBinaryMessages() throws Exception {
        Map<String, IdForm> fields = Map.of("bytes(11..20)", NUMBER);

        Returned same = run(fields, (index, request) -> List.of(message("EXECUTION-<" + orderId(request) + ">")));
        Returned moved = run(fields, (index, request) -> List.of(message("<" + orderId(request) + ">")));

        assertThat(part(same, "field bytes(11..20)").correlation())
                .contains(new Correlation(new ReplyField(null, null, 11, 10), null, null, null));
        assertThat(part(moved, "field bytes(11..20)"))
                .isEqualTo(new Part("field bytes(11..20)", Outcome.ELSEWHERE, "from byte 1 on", Optional.empty()));
    }

    @Test
    void shouldTellATraceThatTheServiceBegan() throws Exception {
        byte[] began = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes(StandardCharsets.US_ASCII);

        Returned returned =
                run((index, request) -> List.of(new Message(request.payload(), null, Map.of("traceparent", began))));

        assertThat(part(returned, "header traceparent").outcome()).isEqualTo(Outcome.NEW_TRACE);
        assertThat(returned.isMeasurable()).isTrue();
    }

    @Test
    void shouldNotCallZerosATrace() throws Exception {
        byte[] zeros = "00-00000000000000000000000000000000-0000000000000000-00".getBytes(StandardCharsets.US_ASCII);

        Returned returned =
                run((index, request) -> List.of(new Message(request.payload(), null, Map.of("traceparent", zeros))));

        assertThat(part(returned, "header traceparent").outcome()).isEqualTo(Outcome.ABSENT);
    }

    @Test
    void shouldRepeatUntilTheServiceListens() throws Exception {
        Returned returned = run((index, request) -> index < 2 ? List.of() : List.of(message(orderIdOnly(request))));

        assertThat(returned.requests()).isEqualTo(3);
        assertThat(returned.isMeasurable()).isTrue();
        assertThat(returned.consumers()).isEmpty();
    }

    @Test
    void shouldMatchALateReplyWithItsOwnRequest() throws Exception {
        Message[] first = {null};

        Returned returned = run((index, request) -> {
            first[0] = index == 0 ? request : first[0];
            return index == 0 ? List.of() : List.of(message(orderIdOnly(first[0])));
        });

        assertThat(part(returned, "field /orderId").outcome()).isEqualTo(Outcome.RETURNED);
        assertThat(returned.firstReply().orElseThrow().toMillis()).isGreaterThan(500);
    }

    @Test
    void shouldSayThatNothingAnswers() throws Exception {
        Returned returned = run((index, request) -> List.of());

        assertThat(returned.parts()).hasSize(8).allMatch(part -> part.outcome() == Outcome.ABSENT);
        assertThat(returned.requests()).isBetween(2, 20);
        assertThat(returned.firstReply()).isEmpty();
        assertThat(returned.isMeasurable()).isFalse();
        assertThat(returned.consumers()).isEqualTo("group x is Empty");
    }

    @Test
    void shouldPassRepliesToOthersOver() throws Exception {
        Returned returned = run((index, request) ->
                List.of(message("{\"orderId\":17}"), message("{\"orderId\":18}"), message(orderIdOnly(request))));

        assertThat(returned.isMeasurable()).isTrue();
        assertThat(returned.otherReplies()).isEqualTo(2);
        assertThat(returned.example()).isEqualTo("{\"orderId\":17}");
    }

    private static String orderIdOnly(Message request) {
        return "{\"orderId\":" + orderId(request) + "}";
    }
}
