package io.twohop.pipeline.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentRequestsTest {
    private static final int REMEMBERED = 1 << 16;

    private final SentRequests sent = new SentRequests(3, 2, 10);

    @Test
    void shouldKnowWhenEachProducersRequestsWereDue() {
        sent.note(3, 0, 100);
        sent.note(4, 0, 200);
        sent.note(3, 1, 300);

        assertThat(sent.intendedNanos(3, 0)).isEqualTo(100);
        assertThat(sent.intendedNanos(4, 0)).isEqualTo(200);
        assertThat(sent.intendedNanos(3, 1)).isEqualTo(300);
    }

    @Test
    void shouldKnowNoRequestBeforeItIsSent() {
        sent.note(3, 0, 100);

        assertThat(sent.intendedNanos(3, 1)).isEqualTo(SentRequests.NEVER);
        assertThat(sent.intendedNanos(4, 0)).isEqualTo(SentRequests.NEVER);
    }

    @Test
    void shouldKnowItsOwnProducersOnly() {
        assertThat(sent.knows(2)).isFalse();
        assertThat(sent.knows(3)).isTrue();
        assertThat(sent.knows(4)).isTrue();
        assertThat(sent.knows(5)).isFalse();
    }

    @Test
    void shouldForgetARequestWhoseTimeIsOverwritten() {
        for (long sequence = 0; sequence < REMEMBERED; sequence++) {
            sent.note(3, sequence, 1_000 + sequence);
        }
        assertThat(sent.intendedNanos(3, 1)).isEqualTo(1_001);

        sent.note(3, REMEMBERED, 7);

        assertThat(sent.intendedNanos(3, 0)).isEqualTo(SentRequests.FORGOTTEN);
        assertThat(sent.intendedNanos(3, 1)).isEqualTo(SentRequests.FORGOTTEN);
        assertThat(sent.intendedNanos(3, 2)).isEqualTo(1_002);
        assertThat(sent.intendedNanos(3, REMEMBERED)).isEqualTo(7);
    }
}
