package io.twohop.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.kit.AwaitedReplies;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandledMessagesTest {
    private static final int INDIVIDUAL = 101;
    private static final int UNKNOWN = 33;

    private final List<String> calls = new ArrayList<>();
    private final List<Duration> waits = new ArrayList<>();
    private boolean haveOutcomes;
    private boolean fails;

    private final Publisher replies = new Publisher() {
        @Override
        public boolean publish(ByteBuffer message, long correlation) {
            return true;
        }

        @Override
        public boolean awaitAcknowledged(Duration limit) {
            waits.add(limit);
            return haveOutcomes;
        }
    };

    private <T> T recording(Class<T> type, String name) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    calls.add(name + method.getName());
                    if (fails && !method.getName().equals("recover")) {
                        throw new JMSException("refused");
                    }
                    return null;
                }));
    }

    private HandledMessages handled(int mode) {
        return new HandledMessages(
                recording(Session.class, ""), mode, new AwaitedReplies(replies), new JmsIncidents(new Notices()));
    }

    private void handle(HandledMessages handled, int number) {
        handled.received();
        haveOutcomes = false;
        handled.add(recording(Message.class, number + " "));
    }

    @Test
    void shouldAcknowledgeAllByTheLastOnceTheirRepliesHaveOutcomes() {
        HandledMessages handled = handled(Session.CLIENT_ACKNOWLEDGE);
        handle(handled, 1);
        haveOutcomes = true;
        handle(handled, 2);
        assertThat(handled.makeRoom(0)).isTrue();
        assertThat(calls).isEmpty();

        haveOutcomes = true;
        assertThat(handled.makeRoom(0)).isTrue();
        assertThat(handled.makeRoom(0)).isTrue();

        assertThat(calls).containsExactly("2 acknowledge");
    }

    @Test
    void shouldAcknowledgeAnAnsweredMessageAloneWhileTheNextIsNotAnswered() {
        HandledMessages handled = handled(INDIVIDUAL);
        handle(handled, 1);
        haveOutcomes = true;
        handle(handled, 2);
        handle(handled, 3);
        assertThat(calls).containsExactly("1 acknowledge");

        haveOutcomes = true;
        handled.makeRoom(0);

        assertThat(calls).containsExactly("1 acknowledge", "2 acknowledge", "3 acknowledge");
    }

    /** Such a message may stand for all that were received. */
    @Test
    void shouldAcknowledgeEachInAModeThatIsNotKnownOnceAllAreAnswered() {
        HandledMessages handled = handled(UNKNOWN);
        handle(handled, 1);
        haveOutcomes = true;
        handle(handled, 2);
        assertThat(calls).isEmpty();

        haveOutcomes = true;
        handled.makeRoom(0);

        assertThat(calls).containsExactly("1 acknowledge", "2 acknowledge");
    }

    @Test
    void shouldCommitOnceForAll() {
        HandledMessages handled = handled(Session.SESSION_TRANSACTED);
        handle(handled, 1);
        handle(handled, 2);
        haveOutcomes = true;

        handled.makeRoom(0);

        assertThat(calls).containsExactly("commit");
    }

    @Test
    void shouldWaitOnlyWithoutRoom() {
        HandledMessages handled = handled(Session.CLIENT_ACKNOWLEDGE);
        int most = 0;
        while (most < 1_000 && handled.makeRoom(77)) {
            assertThat(waits).allMatch(Duration.ZERO::equals);
            handle(handled, most++);
        }

        assertThat(most).isEqualTo(64);
        assertThat(waits).endsWith(Duration.ofNanos(77));
    }

    @ParameterizedTest
    @ValueSource(ints = {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE})
    void shouldLeaveItToTheSession(int mode) {
        HandledMessages handled = handled(mode);
        handle(handled, 1);
        haveOutcomes = true;

        assertThat(handled.makeRoom(0)).isTrue();
        assertThat(calls).isEmpty();
    }

    /** The provider delivers all of them again, also the one that was handled last. */
    @Test
    void shouldForgetWhatTheProviderDidNotTake() {
        HandledMessages handled = handled(INDIVIDUAL);
        handle(handled, 1);
        haveOutcomes = true;
        fails = true;
        handle(handled, 2);
        fails = false;
        haveOutcomes = true;

        assertThat(handled.makeRoom(0)).isTrue();
        assertThat(calls).containsExactly("1 acknowledge", "recover");
    }
}
