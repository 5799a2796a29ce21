package io.twohop.event.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdFormTest {
    private static final MessageIds IDS = new MessageIds("twohop-20261129-183000-1", 4);
    private static final MessageIds OTHER = new MessageIds("twohop-20261129-183000-2", 4);

    private static String text(IdForm form, long n) {
        ByteBuffer out = ByteBuffer.allocateDirect(form.bytes() + 2)
                .order(n % 2 == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        form.write(n, out, 1);
        assertThat(out.get(0)).as("byte before").isZero();
        assertThat(out.get(form.bytes() + 1)).as("byte after").isZero();
        return StandardCharsets.US_ASCII
                .decode(out.limit(form.bytes() + 1).position(1))
                .toString();
    }

    private static long read(IdForm form, String text) {
        byte[] bytes = ("\"" + text + "\"").getBytes(StandardCharsets.UTF_8);
        return form.read(ByteBuffer.wrap(bytes), 1, bytes.length - 2);
    }

    private static void shouldComeBack(IdForm form, long room) {
        assertThat(form.room()).isEqualTo(room);
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long n = i < 100 ? Math.min(i, room - 1) : (random.nextLong() & Long.MAX_VALUE) % room;
            assertThat(read(form, text(form, n))).isEqualTo(n);
        }
        assertThat(read(form, text(form, room - 1))).isEqualTo(room - 1);
        assertThatThrownBy(() -> text(form, room)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> text(form, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "1, false, 4",
        "6, false, 450000",
        "15, false, 450000000000000",
        "1, true, 5",
        "18, true, 500000000000000000"
    })
    void shouldReadDecimalDigitsBack(int digits, boolean zeroPadded, long room) {
        IdForm form = IdForms.decimal(IDS, digits, zeroPadded);

        shouldComeBack(form, room);
        assertThat(text(form, 0)).hasSize(digits).containsOnlyDigits();
        assertThat(zeroPadded || !text(form, 0).startsWith("0")).isTrue();
        assertThat(text(form, room - 1)).hasSize(digits);
    }

    @Test
    void shouldBeginDecimalsElsewhereInEachRun() {
        int alike = 0;
        for (int run = 0; run < 1_000; run++) {
            IdForm one = IdForms.decimal(new MessageIds("twohop-" + run, 1), 12, false);
            IdForm other = IdForms.decimal(new MessageIds("twohop-" + (run + 1), 1), 12, false);
            // A million messages in 450 thousand million places.
            alike += read(one, text(other, 0)) >= 0 && read(one, text(other, 0)) < 1_000_000 ? 1 : 0;
            assertThat(one.room()).as("room of each run alike").isEqualTo(other.room());
        }
        assertThat(alike).isZero();
    }

    @Test
    void shouldTellDigitsOfOthersFromOtherText() {
        IdForm number = IdForms.decimal(IDS, 12, false);
        IdForm padded = IdForms.decimal(IDS, 12, true);

        assertThat(read(number, "0")).isEqualTo(IdForm.FOREIGN);
        assertThat(read(number, "7" + text(number, 5))).isEqualTo(IdForm.FOREIGN);
        assertThat(read(number, "1" + "0".repeat(40))).isEqualTo(IdForm.FOREIGN);
        for (String none : new String[] {"", "-12", "1.5", "1e3", "abc", " 1", "1 ", "x" + text(number, 5)}) {
            assertThat(read(number, none)).as(none).isEqualTo(IdForm.ABSENT);
        }
        assertThat(read(padded, "")).isEqualTo(IdForm.ABSENT);
        assertThat(read(padded, "ORD-")).isEqualTo(IdForm.ABSENT);
        assertThat(read(padded, "000000000000")).isEqualTo(IdForm.FOREIGN);
    }

    @Test
    void shouldReadTheLastDigitsOfAPaddedText() {
        IdForm padded = IdForms.decimal(IDS, 9, true);
        String digits = text(padded, 123);

        assertThat(read(padded, "ORD-7-" + digits)).isEqualTo(123);
        assertThat(read(padded, "ORD-" + digits + "/EU")).isEqualTo(123);
        assertThat(read(padded, "42" + digits)).as("digits that stay").isEqualTo(123);
        assertThat(read(padded, Long.toString(Long.parseLong(digits))))
                .as("zeros lost")
                .isEqualTo(123);
    }

    @Test
    void shouldWriteUuidsOfVersion4() {
        IdForm form = IdForms.uuid(IDS);
        Set<String> seen = new HashSet<>();
        for (long n = 0; n < 10_000; n++) {
            String text = text(form, n);
            UUID uuid = UUID.fromString(text);
            assertThat(uuid).hasToString(text);
            assertThat(uuid.version()).isEqualTo(4);
            assertThat(uuid.variant()).isEqualTo(2);
            assertThat(read(form, text.toUpperCase(Locale.ROOT))).isEqualTo(n);
            seen.add(text);
        }
        assertThat(seen).hasSize(10_000);
        shouldComeBack(form, 1L << 60);
    }

    @Test
    void shouldTellForeignUuids() {
        IdForm form = IdForms.uuid(IDS);
        String own = text(form, 7);

        assertThat(read(form, text(IdForms.uuid(OTHER), 7))).isEqualTo(IdForm.FOREIGN);
        assertThat(read(form, UUID.nameUUIDFromBytes(new byte[1]).toString())).isEqualTo(IdForm.FOREIGN);
        Random random = new Random(2);
        for (int i = 0; i < 10_000; i++) {
            assertThat(read(form, new UUID(random.nextLong(), random.nextLong()).toString()))
                    .isEqualTo(IdForm.FOREIGN);
        }
        for (int i = 0; i < own.length(); i++) {
            char other = own.charAt(i) == '-' ? '0' : own.charAt(i) == '3' ? '4' : '3';
            long expected = own.charAt(i) == '-' ? IdForm.ABSENT : IdForm.FOREIGN;
            assertThat(read(form, own.substring(0, i) + other + own.substring(i + 1)))
                    .as("digit " + i)
                    .isEqualTo(expected);
        }
        for (String none :
                new String[] {"", own + "0", own.substring(1), own.replace('-', 'a'), "g" + own.substring(1)}) {
            assertThat(read(form, none)).as(none).isEqualTo(IdForm.ABSENT);
        }
    }

    @Test
    void shouldWriteTraceIds() {
        IdForm form = IdForms.hex(IDS);
        int[] ones = new int[128];
        for (long n = 0; n < 10_000; n++) {
            String text = text(form, n);
            assertThat(text).matches("[0-9a-f]{32}").isNotEqualTo("0".repeat(32));
            assertThat(read(form, text.toUpperCase(Locale.ROOT))).isEqualTo(n);
            for (int digit = 0; digit < text.length(); digit++) {
                int value = Character.digit(text.charAt(digit), 16);
                for (int bit = 0; bit < 4; bit++) {
                    ones[4 * digit + bit] += value >> bit & 1;
                }
            }
        }
        assertThat(Arrays.stream(ones).boxed())
                .as("each bit is as often set as not")
                .allSatisfy(count -> assertThat(count).isBetween(4_700, 5_300));
        shouldComeBack(form, Long.MAX_VALUE);
    }

    @Test
    void shouldTellForeignTraceIds() {
        IdForm form = IdForms.hex(IDS);
        String own = text(form, 7);

        assertThat(read(form, text(IdForms.hex(OTHER), 7))).isEqualTo(IdForm.FOREIGN);
        assertThat(read(form, "4bf92f3577b34da6a3ce929d0e0e4736")).isEqualTo(IdForm.FOREIGN);
        assertThat(read(form, "0".repeat(32))).isEqualTo(IdForm.FOREIGN);
        for (int i = 0; i < own.length(); i++) {
            char other = own.charAt(i) == '3' ? '4' : '3';
            assertThat(read(form, own.substring(0, i) + other + own.substring(i + 1)))
                    .as("digit " + i)
                    .isEqualTo(IdForm.FOREIGN);
        }
        for (String none : new String[] {"", own + "0", own.substring(1), "g" + own.substring(1)}) {
            assertThat(read(form, none)).as(none).isEqualTo(IdForm.ABSENT);
        }
    }
}
