package io.twohop.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.twohop.config.Size;
import io.twohop.workload.Payload.RandomContent;
import io.twohop.workload.PayloadSize;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class RandomBytesTest {
    private static final PayloadSize SIZES = new PayloadSize(List.of(new Size(1), new Size(3_000)), null, null, null);

    private static byte[] bytes(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(payload.position(), bytes);
        return bytes;
    }

    private static byte[] joined(EventSource<ByteBuffer> source, int payloads) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < payloads; i++) {
            all.writeBytes(bytes(source.next(i, i)));
        }
        return all.toByteArray();
    }

    private static double compressed(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(bytes);
        deflater.finish();
        int compressed = deflater.deflate(new byte[2 * bytes.length + 100]);
        deflater.end();
        return (double) compressed / bytes.length;
    }

    @Test
    void shouldHaveTheSizesOfTheProducer() {
        int[] sizes = SIZES.ofProducer(5);
        for (double compressible : new double[] {0, 0.5}) {
            EventSource<ByteBuffer> source = new RandomBytes(RandomContent.of(SIZES, compressible)).source(5);
            for (int i = 0; i < 2 * sizes.length; i++) {
                assertThat(source.next(i, 0).remaining()).isEqualTo(sizes[i % sizes.length]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4})
    void shouldRepeatTheSameBytesForTheSameProducerOnly(double compressible) {
        RandomBytes type = new RandomBytes(RandomContent.of(SIZES, compressible));

        assertThat(joined(type.source(1), 100)).isEqualTo(joined(type.source(1), 100));
        assertThat(joined(type.source(2), 100)).isNotEqualTo(joined(type.source(1), 100));
    }

    @ParameterizedTest
    @CsvSource({"64, 4000", "1024, 600", "8192, 100", "65536, 12"})
    void shouldNotShrinkWhenNeighboursAreCompressedTogether(int bytes, int payloads) {
        assertThat(compressed(joined(new RandomBytes(bytes).source(0), payloads)))
                .isCloseTo(1, within(0.01));
    }

    /** Small payloads of a distribution must not meet the bytes of the large ones again. */
    @Test
    void shouldNotShrinkWithSizesThatDifferMuch() {
        PayloadSize size = new PayloadSize(null, null, Map.of("100", "99 %", "60000", "1 %"), null);

        assertThat(compressed(joined(new RandomBytes(RandomContent.of(size)).source(0), 1_000)))
                .isCloseTo(1, within(0.01));
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 1 << 10, 1 << 20})
    void shouldHaveDifferentPayloadsWhereverTheyBegin(int bytes) {
        EventSource<ByteBuffer> source = new RandomBytes(bytes).source(0);
        Set<ByteBuffer> begins = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            ByteBuffer payload = source.next(i, i);
            begins.add(ByteBuffer.wrap(bytes(payload.limit(payload.position() + 16))));
        }

        assertThat(begins).hasSize(10_000);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.25, 0.6, 0.999, 1})
    void shouldEndEachPayloadWithItsShareOfZeros(double compressible) {
        EventSource<ByteBuffer> source = new RandomBytes(RandomContent.of(SIZES, compressible)).source(0);
        int random = 0;
        int zerosAmongThem = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = bytes(source.next(i, i));
            int begin = bytes.length - (int) Math.round(bytes.length * compressible);
            random += begin;
            for (int at = 0; at < bytes.length; at++) {
                if (at >= begin) {
                    assertThat(bytes[at]).isZero();
                } else {
                    zerosAmongThem += bytes[at] == 0 ? 1 : 0;
                }
            }
        }

        assertThat((double) zerosAmongThem).isLessThanOrEqualTo(20 + 2 * random / 256.0);
    }

    /** The compressor needs a few bytes of its own for each payload. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.6, 0.9})
    void shouldShrinkByTheShareOfZeros(double compressible) {
        PayloadSize size = PayloadSize.of(new Size(1_000));

        assertThat(compressed(joined(new RandomBytes(RandomContent.of(size, compressible)).source(0), 500)))
                .isCloseTo(1 - compressible, within(0.02));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.6})
    void shouldAllocateNothing(double compressible) {
        EventSource<ByteBuffer> source = new RandomBytes(RandomContent.of(SIZES, compressible)).source(0);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 20_000; i++) {
                source.next(i, i);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }

        assertThat(least).isLessThan(20_000);
    }

    @Test
    void shouldTellLargestAndMeanSize() {
        RandomBytes type = new RandomBytes(RandomContent.of(SIZES));

        assertThat(type.maxBytes()).isEqualTo(3_000);
        assertThat(type.typicalBytes()).isEqualTo(1_501);
        assertThat(type.description()).isEqualTo("up to 3000 random bytes");
        assertThat(new RandomBytes(64).description()).isEqualTo("64 random bytes");
    }
}
