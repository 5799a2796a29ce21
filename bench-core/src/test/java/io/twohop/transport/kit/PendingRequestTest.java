package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.testing.model.Outcomes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingRequestTest {
    private final List<String> acknowledged = new ArrayList<>();
    private final Outcomes outcomes = new Outcomes();
    private final InFlight<Void> replies = new InFlight<>(outcomes, outcome -> null);

    private PendingRequest receive(String name) {
        PendingRequest request = new PendingRequest(() -> acknowledged.add(name));
        replies.answer(request);
        return request;
    }

    @Test
    void shouldAcknowledgeARequestWithoutReplyOnceItsHandlerReturns() {
        PendingRequest request = receive("first");
        assertThat(acknowledged).isEmpty();
        request.end();
        assertThat(acknowledged).containsExactly("first");
    }

    @Test
    void shouldWaitForEachReplyAndForNoOther() {
        PendingRequest first = receive("first");
        InFlight.Settlement<Void> one = replies.begin(1);
        InFlight.Settlement<Void> two = replies.begin(2);
        first.end();
        PendingRequest second = receive("second");
        InFlight.Settlement<Void> three = replies.begin(3);
        second.end();

        two.complete(null);
        assertThat(acknowledged).isEmpty();
        three.complete(new IllegalStateException("refused"));
        assertThat(acknowledged).containsExactly("second");
        one.abandon();
        assertThat(acknowledged).containsExactly("second", "first");
        assertThat(outcomes.acknowledged()).containsExactly(2L);
        assertThat(outcomes.failed()).containsExactly(3L);
    }

    /** A client may report an outcome while it publishes. */
    @Test
    void shouldWaitForTheHandlerIfTheReplyComesFirst() {
        PendingRequest request = receive("first");
        replies.begin(1).complete(null);
        assertThat(acknowledged).isEmpty();
        request.end();
        assertThat(acknowledged).containsExactly("first");
    }

    /** Outcomes are reused. */
    @Test
    void shouldAcknowledgeEachOfManyOnce() {
        for (int i = 0; i < 3; i++) {
            PendingRequest request = receive("request " + i);
            InFlight.Settlement<Void> reply = replies.begin(i);
            request.end();
            reply.complete(null);
        }
        assertThat(acknowledged).containsExactly("request 0", "request 1", "request 2");
    }
}
