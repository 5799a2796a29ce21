package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageOutcomesTest {
    private static MessageOutcomes noted(boolean stopsConsumers) {
        MessageOutcomes outcomes = new MessageOutcomes(3, stopsConsumers);
        for (long intended = 10; intended <= 30; intended += 10) {
            outcomes.begin(intended);
            outcomes.send(intended, intended + 1);
            outcomes.acknowledge(intended, intended + 2);
        }
        return outcomes;
    }

    @Test
    void shouldKeepWhenMessagesWereSentAndAcknowledgedWhereConsumersStop() {
        MessageOutcomes outcomes = noted(true);

        assertThat(outcomes.sent()).containsExactly(10, 20, 30);
        assertThat(outcomes.sentAt()).containsExactly(11, 21, 31);
        assertThat(outcomes.acknowledged()).containsExactly(10, 20, 30);
        assertThat(outcomes.acknowledgedAt()).containsExactly(12, 22, 32);
    }

    @Test
    void shouldKeepOnlyWhichMessagesWereAcknowledgedOfOtherFaults() {
        MessageOutcomes outcomes = noted(false);

        assertThat(outcomes.sent()).isEmpty();
        assertThat(outcomes.sentAt()).isEmpty();
        assertThat(outcomes.acknowledged()).containsExactly(10, 20, 30);
        assertThat(outcomes.acknowledgedAt()).isEmpty();
    }
}
