package io.twohop.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {
    private static Ledger ledger(long undelivered, long failed, long dropped) {
        return Ledger.of(100, 80, 10, undelivered, new Reported(failed, dropped));
    }

    @Test
    void shouldHaveEachMissingMessageInOneClass() {
        assertThat(ledger(3, 4, 2)).isEqualTo(new Ledger(100, 80, 10, 4, 2, 1, 3, 0));
        assertThat(ledger(6, 8, 0))
                .as("what is known to have failed is not queued")
                .isEqualTo(new Ledger(100, 80, 10, 8, 0, 0, 2, 0));
        assertThat(ledger(0, 8, 9)).isEqualTo(new Ledger(100, 80, 10, 8, 2, 0, 0, 0));
        assertThat(ledger(Long.MAX_VALUE / 2, 3, 0)).isEqualTo(new Ledger(100, 80, 10, 3, 0, 0, 7, 0));
        assertThat(Ledger.of(100, 100, 0, 6, new Reported(8, 1))).isEqualTo(new Ledger(100, 100, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldNotMissMessagesThatWereFiltered() {
        Ledger ledger = ledger(3, 4, 0).filteringLost();

        assertThat(ledger).isEqualTo(new Ledger(100, 80, 10, 4, 0, 0, 3, 3));
        assertThat(ledger.missing()).isEqualTo(7);
        assertThat(ledger.expected()).isEqualTo(97);
        assertThat(ledger.plus(ledger).filtered()).isEqualTo(6);
    }

    @Test
    void shouldDecideAlikeWheneverFailuresAreReported() {
        for (long undelivered : new long[] {0, 3, 8, Long.MAX_VALUE / 2}) {
            for (long failed : new long[] {0, 2, 7, 20}) {
                Reported later = new Reported(failed, 1);

                assertThat(ledger(undelivered, 1, 0).plusReported(later)).isEqualTo(ledger(undelivered, 1 + failed, 1));
            }
        }
    }
}
