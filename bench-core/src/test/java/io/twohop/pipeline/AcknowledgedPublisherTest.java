package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Acknowledged;
import io.twohop.finding.Finding;
import io.twohop.judge.Verdicts;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.testing.model.ManualClock;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AcknowledgedPublisherTest {
    private static final ByteBuffer MESSAGE = ByteBuffer.allocate(8);

    private final ManualClock clock = new ManualClock();
    private final AcknowledgementRecorder recorder = new AcknowledgementRecorder(
            clock, new Failures(MessageOutcomes.NONE, new Notices()), MessageOutcomes.NONE, false, true);
    private boolean waits;
    private long startNanos;

    @BeforeEach
    void begin() {
        startNanos = clock.nanoTime();
        recorder.begin(new Window(startNanos, startNanos, startNanos + 1_000));
        clock.advance(500);
    }

    /** @param transport whether it takes the message, of which it says what it likes */
    private AcknowledgedPublisher publisher(LongPredicate transport) {
        return new AcknowledgedPublisher(
                new Publisher() {
                    @Override
                    public boolean publish(ByteBuffer message, long correlation) {
                        return transport.test(correlation);
                    }

                    @Override
                    public boolean awaitAcknowledged(Duration limit) {
                        return !waits;
                    }
                },
                recorder);
    }

    private Acknowledged account(LongPredicate transport) throws InterruptedException {
        AcknowledgedPublisher publisher = publisher(transport);
        for (int i = 0; i < 10; i++) {
            while (!publisher.publish(MESSAGE, startNanos + 10 * i)) {
                clock.advance(1);
            }
        }
        publisher.awaitAcknowledged(Duration.ZERO);
        return publisher.account();
    }

    private boolean acknowledge(long correlation) {
        recorder.acknowledged(correlation);
        return true;
    }

    @Test
    void shouldFindNothingWhereEachMessageHasOneOutcome() throws Exception {
        Acknowledged account = account(correlation -> {
            if (correlation == startNanos) {
                recorder.failed(correlation, new IllegalStateException());
                return true;
            }
            return acknowledge(correlation);
        });

        assertThat(account).isEqualTo(new Acknowledged(10, 9, 1, 0, 0, 0, 0, 0, 0));
        assertThat(Verdicts.unacknowledged(account)).isEmpty();
    }

    @Test
    void shouldTellWhatIsStillWaitedForFromWhatIsMissing() throws Exception {
        waits = true;
        assertThat(account(correlation -> true)).isEqualTo(new Acknowledged(10, 0, 0, 10, 0, 0, 0, 0, 0));
        waits = false;
        Acknowledged account = account(correlation -> true);
        assertThat(account).isEqualTo(new Acknowledged(10, 0, 0, 0, 10, 0, 0, 0, 0));
        assertThat(Verdicts.unacknowledged(account))
                .extracting(Finding::sentence)
                .containsExactly("10 of 10 messages have no acknowledgement, though the transport waits for none");
    }

    @Test
    void shouldFindASecondAcknowledgementInsteadOfAnother() throws Exception {
        assertThat(account(correlation -> acknowledge(correlation == startNanos ? startNanos + 10 : correlation)))
                .isEqualTo(new Acknowledged(10, 10, 0, 0, 0, 0, 0, 0, 1));
    }

    @Test
    void shouldFindAcknowledgementsOfTimesAtWhichNothingWasDue() throws Exception {
        assertThat(account(correlation -> acknowledge(clock.nanoTime() + 1_001)).unknown())
                .isEqualTo(10);
        assertThat(account(correlation -> acknowledge(startNanos - 1)).unknown())
                .isEqualTo(20);
        assertThat(recorder.acknowledged().all().messages())
                .as("they have no latency")
                .isZero();
    }

    @Test
    void shouldFindAnAcknowledgementOfWhatIsPushedBack() throws Exception {
        boolean[] pushed = new boolean[1];
        Acknowledged account = account(correlation -> {
            if (correlation == startNanos + 50 && !pushed[0]) {
                pushed[0] = true;
                recorder.acknowledged(correlation);
                return false;
            }
            return correlation == startNanos + 50 || acknowledge(correlation);
        });

        assertThat(account).isEqualTo(new Acknowledged(10, 10, 0, 0, 0, 0, 1, 0, 0));
    }

    /** What the interface does by default is not what the transport's own publisher does. */
    @Test
    void shouldHandOnEveryCall() {
        assertThat(Arrays.stream(Publisher.class.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers())))
                .allMatch(AcknowledgedPublisherTest::isOwn);
    }

    private static boolean isOwn(Method method) {
        try {
            Method called = AcknowledgedPublisher.class.getMethod(method.getName(), method.getParameterTypes());
            return called.getDeclaringClass() != Publisher.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
