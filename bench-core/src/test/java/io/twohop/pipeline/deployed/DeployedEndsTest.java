package io.twohop.pipeline.deployed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.event.field.MessageIds;
import io.twohop.pipeline.RequestLanes;
import io.twohop.testing.ServedTransport;
import io.twohop.testing.ServedTransport.Message;
import io.twohop.testing.ServedTransport.Service;
import io.twohop.transport.Channel;
import io.twohop.transport.TransportException;
import io.twohop.workload.Correlation;
import io.twohop.workload.Replies;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The wait for a service, in a time that passes as it is asked for. */
@Tag("one-jdk")
class DeployedEndsTest {
    private static final Channel REQUESTS = Channel.existing("orders", 1);
    private static final Channel REPLIES = Channel.existing("executions", 2);

    private long stepNanos = TimeUnit.MILLISECONDS.toNanos(100);
    private long nanos;

    private DeployedEnds opened(int lanes, Service service) throws Exception {
        return opened(new ServedTransport(lanes, service), Replies.on("executions"));
    }

    private DeployedEnds opened(ServedTransport transport, Replies expected) throws Exception {
        MessageIds ids = new MessageIds("test", 1);
        DeployedEnds ends = new DeployedEnds(
                transport,
                new Requests(REQUESTS, null, number -> ByteBuffer.allocateDirect(8)),
                new ExpectedReplies(REPLIES, expected, Correlators.beside(Correlation.byKey(), ids, REPLIES), null),
                ids,
                1,
                1,
                new Clocks(() -> nanos += stepNanos, () -> 0, () -> 0));
        ends.subscription(transport.subscribe(REPLIES, "sink"));
        ends.open();
        return ends;
    }

    private static Message keyed(String key) {
        return new Message(new byte[] {'?', 0, 'x'}, key.getBytes(StandardCharsets.US_ASCII), Map.of());
    }

    @Test
    void shouldBeReadyOnceEachLaneHasAnswered() throws Exception {
        DeployedEnds ends = opened(2, (index, request) -> index < 5 ? List.of() : List.of(request));

        assertThat(ends.replyCounts().uncorrelatedReplies()).isZero();
        assertThat(nanos).isLessThan(TimeUnit.SECONDS.toNanos(30));
    }

    /** A filter may answer one in hundreds. */
    @Test
    void shouldAskAFilterMoreOften() throws Exception {
        stepNanos = TimeUnit.MILLISECONDS.toNanos(10);
        Replies some = new Replies("executions", "0..1");

        DeployedEnds ends =
                opened(new ServedTransport(1, (index, request) -> index < 200 ? List.of() : List.of(request)), some);

        assertThat(ends.awaitsMore(TimeUnit.MILLISECONDS.toNanos(999))).isTrue();
        assertThat(ends.awaitsMore(TimeUnit.SECONDS.toNanos(1))).isFalse();
    }

    /** All keys of a partition may belong to requests that are filtered. */
    @Test
    void shouldStartThoughAFilterIsSilentOnALane() throws Exception {
        Replies some = new Replies("executions", "0..1");
        stepNanos = TimeUnit.MILLISECONDS.toNanos(10);

        DeployedEnds ends =
                opened(new ServedTransport(2, (index, request) -> index % 2 == 1 ? List.of() : List.of(request)), some);

        assertThat(nanos).isGreaterThan(TimeUnit.SECONDS.toNanos(30));
        assertThat(ends.requestLanes()).isSameAs(RequestLanes.NONE);
    }

    /** Looking for the others again and again would use all numbers of canaries up. */
    @Test
    void shouldLookOnlyForLanesThatKeysReach() throws Exception {
        ServedTransport transport =
                new ServedTransport(1_000, (index, request) -> index < 8 ? List.of() : List.of(request)).withKeysFor(1);

        opened(transport, Replies.on("executions"));

        assertThat(transport.requests()).isEqualTo(9);
    }

    @Test
    void shouldAwaitEachReplyThatIsDeclared() throws Exception {
        DeployedEnds ends = opened(1, (index, request) -> List.of(request));

        assertThat(ends.awaitsMore(TimeUnit.HOURS.toNanos(1))).isTrue();
    }

    @Test
    void shouldSayThatNothingCame() {
        assertThatThrownBy(() -> opened(1, (index, request) -> List.of()))
                .isInstanceOf(TransportException.class)
                .hasMessageStartingWith("the deployed service did not answer within 30 s: no reply to ")
                .hasMessageEndingWith(" requests on orders, and nothing else came on executions; check that the service"
                        + " runs, what it reads and where it writes");
    }

    @Test
    void shouldSayWhichLanesAreSilent() {
        assertThatThrownBy(() -> opened(3, (index, request) -> index % 3 == 1 ? List.of() : List.of(request)))
                .hasMessageContaining(": 1 of 3 lanes gave no reply to ");
    }

    @Test
    void shouldShowARepliesBeginningThatHasNoNumber() {
        assertThatThrownBy(() ->
                        opened(1, (index, request) -> List.of(new Message(new byte[] {'?', 0, 'x'}, null, Map.of()))))
                .hasMessageContaining(" replies came without a number in their key, the first: ?.x;");
    }

    @Test
    void shouldCountRepliesToOthers() {
        assertThatThrownBy(() -> opened(1, (index, request) -> List.of(keyed("0000000000000001"))))
                .hasMessageContaining(" replies to others' requests came on executions;");
    }

    /** The user may not write, or there is no such queue. */
    @Test
    void shouldNotWaitForATransportThatRefusesAllRequests() {
        ServedTransport transport = new ServedTransport(1, (index, request) -> List.of()).refusing(Integer.MAX_VALUE);

        assertThatThrownBy(() -> opened(transport, Replies.on("executions")))
                .hasMessage("the transport refused all 4 requests on orders, the first: no such queue");
        assertThat(nanos).isLessThan(TimeUnit.SECONDS.toNanos(5));
    }

    @Test
    void shouldWaitForATransportThatComesUp() throws Exception {
        opened(new ServedTransport(1, (index, request) -> List.of(request)).refusing(3), Replies.on("executions"));
    }

    @Test
    void shouldSayWhoReadsTheRequests() {
        ServedTransport transport = new ServedTransport(1, (index, request) -> List.of()).readBy("group x is Empty");

        assertThatThrownBy(() -> opened(transport, Replies.on("executions")))
                .hasMessageContaining("and nothing else came on executions; group x is Empty; check that");
    }
}
