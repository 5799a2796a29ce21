package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {
    @Test
    void shouldPutEachMissingMessageInOneClass() {
        // At most six may be on their way and eight have failed: of ten, six and four.
        assertThat(Ledger.of(100, 80, 10, 6, 8)).isEqualTo(new Ledger(100, 80, 10, 4, 0, 6));
        assertThat(Ledger.of(100, 80, 10, 6, 3)).isEqualTo(new Ledger(100, 80, 10, 3, 1, 6));
        assertThat(Ledger.of(100, 80, 10, Long.MAX_VALUE / 2, 3)).isEqualTo(new Ledger(100, 80, 10, 0, 0, 10));
        assertThat(Ledger.of(100, 100, 0, 6, 8)).isEqualTo(new Ledger(100, 100, 0, 0, 0, 0));
    }
}
