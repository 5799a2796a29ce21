package io.twohop.transport.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandledRequestsTest {
    private long newest;
    private long open = 1;
    private final HandledRequests handled = new HandledRequests(() -> newest, () -> open);

    private void handle(long tag) {
        newest++;
        handled.add(tag);
    }

    @Test
    void shouldTakeARequestOnceItsReplyAndAllBeforeHaveOutcomes() {
        handle(10);
        handle(20);
        handle(30);
        assertThat(handled.takeAnswered()).isZero();

        open = 3;
        assertThat(handled.takeAnswered()).isEqualTo(20);
        assertThat(handled.takeAnswered()).isZero();
        assertThat(handled.isEmpty()).isFalse();

        open = 4;
        assertThat(handled.takeAnswered()).isEqualTo(30);
        assertThat(handled.isEmpty()).isTrue();
    }

    @Test
    void shouldWaitWithARequestWithoutReplyForTheRepliesBefore() {
        handle(10);
        handled.add(20);
        open = 2;
        assertThat(handled.takeAnswered()).isEqualTo(20);
    }

    @Test
    void shouldKeepTheNewestOfMoreThanItHasPlacesFor() {
        for (int tag = 1; tag <= 1_000; tag++) {
            handle(tag);
        }
        open = 128;
        assertThat(handled.takeAnswered()).isEqualTo(127);
        open = 1_000;
        assertThat(handled.takeAnswered()).isZero();
        open = 1_001;
        assertThat(handled.takeAnswered()).isEqualTo(1_000);
        assertThat(handled.isEmpty()).isTrue();
    }

    @Test
    void shouldTakeWhatNeedsNoAnswerAtOnce() {
        HandledRequests unanswered = HandledRequests.unanswered();
        unanswered.add(7);
        assertThat(unanswered.takeAnswered()).isEqualTo(7);
    }
}
