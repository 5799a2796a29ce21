package io.twohop.replay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KeyNumbersTest {
    private final KeyNumbers keys = new KeyNumbers();

    private int number(String text) {
        // A field's array goes on behind it.
        byte[] field = Arrays.copyOf(text.getBytes(US_ASCII), 64);
        return keys.number(field, text.length());
    }

    @Test
    void shouldNumberTextsInTheOrderOfTheirFirstAppearance() {
        assertThat(number("MSFT")).isZero();
        assertThat(number("AAPL")).isEqualTo(1);
        assertThat(number("MSFT")).isZero();
        assertThat(number("MSF")).isEqualTo(2);
        assertThat(number("AAPL")).isEqualTo(1);
        assertThat(number("AAPL")).isEqualTo(1);

        assertThat(keys.count()).isEqualTo(3);
        assertThat(keys.topShare()).isEqualTo(0.5, within(1e-9));
    }

    /** With hashes that collide: Aa and BB have the same, and so do all texts made of them. */
    @Test
    void shouldKeepNumbersWhileItGrows() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 1_000; i++) {
                StringBuilder text = new StringBuilder();
                for (int bit = 0; bit < 10; bit++) {
                    text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
                }
                assertThat(number(text.toString())).isEqualTo(i);
            }
        }
        for (int i = 0; i < 50_000; i++) {
            assertThat(number("key-" + i)).isEqualTo(1_000 + i);
        }
        assertThat(number("key-0")).isEqualTo(1_000);
        assertThat(keys.count()).isEqualTo(51_000);
    }

    @Test
    void shouldTakeNoMoreThanMost() {
        for (int i = 0; i < KeyNumbers.MOST; i++) {
            number(Integer.toString(i, Character.MAX_RADIX));
        }

        assertThat(number("one more")).isEqualTo(KeyNumbers.FULL);
        assertThat(number("0")).isZero();
    }
}
