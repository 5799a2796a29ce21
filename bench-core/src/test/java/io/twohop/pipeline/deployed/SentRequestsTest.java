package io.twohop.pipeline.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentRequestsTest {
    private static final int REMEMBERED = 1 << 16;

    private final SentRequests sent = new SentRequests(2, 10);

    @Test
    void shouldKnowWhenEachProducersRequestsWereDue() {
        sent.note(0, 0, 100);
        sent.note(1, 0, 200);
        sent.note(0, 1, 300);

        assertThat(sent.intendedNanos(0, 0)).isEqualTo(100);
        assertThat(sent.intendedNanos(1, 0)).isEqualTo(200);
        assertThat(sent.intendedNanos(0, 1)).isEqualTo(300);
    }

    @Test
    void shouldKnowNoRequestBeforeItIsSent() {
        sent.note(0, 0, 100);

        assertThat(sent.intendedNanos(0, 1)).isEqualTo(SentRequests.NEVER);
        assertThat(sent.intendedNanos(1, 0)).isEqualTo(SentRequests.NEVER);
    }

    @Test
    void shouldForgetARequestWhoseTimeIsOverwritten() {
        for (long sequence = 0; sequence < REMEMBERED; sequence++) {
            sent.note(0, sequence, 1_000 + sequence);
        }
        assertThat(sent.intendedNanos(0, 1)).isEqualTo(1_001);

        sent.note(0, REMEMBERED, 7);

        assertThat(sent.intendedNanos(0, 0)).isEqualTo(SentRequests.FORGOTTEN);
        assertThat(sent.intendedNanos(0, 1)).isEqualTo(SentRequests.FORGOTTEN);
        assertThat(sent.intendedNanos(0, 2)).isEqualTo(1_002);
        assertThat(sent.intendedNanos(0, REMEMBERED)).isEqualTo(7);
    }
}
