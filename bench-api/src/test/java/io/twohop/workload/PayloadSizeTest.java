package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.ConfigException;
import io.twohop.config.Size;
import io.twohop.config.YamlDocument;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class PayloadSizeTest {
    private static Workload workload(String line) {
        return Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s\n" + line));
    }

    private static PayloadSize read(String size) {
        return workload("size: " + size).sizes().get(0);
    }

    private static double quantile(int[] sizes, double share) {
        int[] ascending = sizes.clone();
        Arrays.sort(ascending);
        return ascending[(int) (share * ascending.length)];
    }

    private static double shareOf(int bytes, int[] sizes) {
        return (double) Arrays.stream(sizes).filter(size -> size == bytes).count() / sizes.length;
    }

    @Test
    void shouldReadOneSizeInEachSpelling() {
        assertThat(read("1k")).isEqualTo(PayloadSize.of(new Size(1_000))).hasToString("1KB");
        assertThat(read("{histogram: {1000: 100 %}}")).isEqualTo(read("1k"));
        assertThat(read("1k").mostBytes()).isEqualTo(1_000);
        assertThat(read("1k").meanBytes()).isEqualTo(1_000);
        assertThat(read("1k").ofProducer(3)).containsExactly(1_000);
    }

    @Test
    void shouldDrawEqualSharesOfAUniformRange() {
        PayloadSize size = read("{uniform: [100, 2k]}");
        int[] sizes = size.ofProducer(0);

        assertThat(size.mostBytes()).isEqualTo(2_000);
        assertThat(size.meanBytes()).isEqualTo(1_050);
        assertThat(Arrays.stream(sizes).min()).hasValue(100);
        assertThat(Arrays.stream(sizes).max()).hasValue(2_000);
        assertThat(quantile(sizes, 0.25)).isCloseTo(575, within(1.0));
    }

    @Test
    void shouldDrawALognormalDistributionByMedianAndP99() {
        PayloadSize size = read("{lognormal: {median: 300, p99: 4k, max: 64k}}");
        int[] sizes = size.ofProducer(0);

        assertThat(size.mostBytes()).isEqualTo(64_000);
        assertThat(quantile(sizes, 0.5)).isCloseTo(300, within(1.0));
        assertThat(quantile(sizes, 0.99)).isCloseTo(4_000, within(10.0));
        // 300 / (4000 / 300)
        assertThat(quantile(sizes, 0.01)).isCloseTo(22.5, within(1.0));
        // exp(mu + sigma^2 / 2), with sigma = ln(4000 / 300) / 2.3263
        double sigma = Math.log(4_000 / 300.0) / 2.3263;
        assertThat(Arrays.stream(sizes).average().orElseThrow())
                .isCloseTo(300 * Math.exp(sigma * sigma / 2), within(3.0));
        assertThat(size.meanBytes())
                .isEqualTo((int) Math.ceil(Arrays.stream(sizes).average().orElseThrow()));
    }

    @Test
    void shouldBoundALognormalDistribution() {
        int[] sizes = read("{lognormal: {median: 2, p99: 1k, max: 1k}}").ofProducer(0);

        assertThat(Arrays.stream(sizes).min()).hasValue(1);
        assertThat(Arrays.stream(sizes).max()).hasValue(1_000);
        assertThat(shareOf(1_000, sizes)).isCloseTo(0.01, within(1e-3));
    }

    @Test
    void shouldDrawTheSharesOfAHistogram() {
        PayloadSize size = read("{histogram: {1MB: 0.01 %, 10k: 9.99 %, 100: 60%, 1k: 30 %}}");
        int[] sizes = size.ofProducer(0);

        assertThat(size).isEqualTo(read("{histogram: {100: 60 %, 1000: 30 %, 10KB: 9.99%, 1MB: 0.01 %}}"));
        assertThat(size.mostBytes()).isEqualTo(1_000_000);
        assertThat(shareOf(100, sizes)).isCloseTo(0.6, within(2e-5));
        assertThat(shareOf(1_000, sizes)).isCloseTo(0.3, within(2e-5));
        assertThat(shareOf(10_000, sizes)).isCloseTo(0.0999, within(2e-5));
        assertThat(shareOf(1_000_000, sizes)).isCloseTo(0.0001, within(2e-5));
    }

    @Test
    void shouldDrawTheSameSizesAgainInAnotherOrderOfEachProducerAndSeed() {
        PayloadSize size = read("{uniform: [100, 2k]}");
        int[] sizes = size.ofProducer(0);

        assertThat(read("{uniform: [100, 2k], seed: 1}").ofProducer(0)).containsExactly(sizes);
        assertThat(sizes).hasSize(PayloadSize.DRAWN);
        for (int[] other : List.of(
                size.ofProducer(1), read("{uniform: [100, 2k], seed: 2}").ofProducer(0))) {
            assertThat(Arrays.copyOf(other, 100)).isNotEqualTo(Arrays.copyOf(sizes, 100));
            assertThat(sorted(other)).isEqualTo(sorted(sizes));
        }
    }

    /** AssertJ compares unsorted arrays by looking for each element in turn, which takes seconds for these. */
    private static int[] sorted(int[] sizes) {
        return Arrays.stream(sizes).sorted().toArray();
    }

    /** A sum of neighbours' products shows an order that is not random. */
    @Test
    void shouldNotOrderSizesByTheirValue() {
        int[] sizes = read("{uniform: [1, 1000]}").ofProducer(0);
        double covariance = 0;
        for (int i = 1; i < sizes.length; i++) {
            covariance += (sizes[i] - 500.5) * (sizes[i - 1] - 500.5);
        }

        assertThat(covariance / sizes.length / (1_000 * 1_000 / 12.0)).isCloseTo(0, within(0.02));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size: 256",
                "size: [256, 1KiB]",
                "size: {uniform: [100, 2k]}",
                "size: [256, {uniform: [100, 2k], seed: 7}]\ncompressible: 0.6",
                "size: {lognormal: {median: 300, p99: 4k, max: 64k}}\ncompressible: 1",
                "size: {histogram: {1k: 30%, 1.5k: 9.999 %, 100: 60.001 %}, seed: -1}",
            })
    void shouldReadBackEqualWhenWritten(String yaml) {
        Workload workload = workload(yaml);

        assertThat(Workload.read(
                        YamlDocument.parse("w.yaml", workload.toDocument().toYaml())))
                .isEqualTo(workload);
        for (PayloadSize size : workload.sizes()) {
            assertThat(read(size.toString())).isEqualTo(size);
        }
    }

    @Test
    void shouldMakeACellOfEachDistribution() {
        Workload workload = workload("size: [256, {histogram: {100: 50 %, 1k: 50 %}}]");

        assertThat(workload.cells())
                .extracting(Cell::toString, Cell::payloadBytes)
                .containsExactly(tuple("1k/s, 256B", 256), tuple("1k/s, {histogram: {100B: 50 %, 1KB: 50 %}}", 550));
        assertThat(workload.only(workload.cells().get(1)).sizes())
                .containsExactly(read("{histogram: {100: 50 %, 1k: 50 %}}"));
    }

    /** A run's directory has its cell's name, and a file system limits it to 255 bytes. */
    @Test
    void shouldNameCellsOfManySizesBriefly() {
        String first =
                IntStream.range(1_000, 1_100).mapToObj(size -> size + ": 1 %").collect(Collectors.joining(", "));
        Workload workload = workload("size: [{histogram: {" + first + "}}, {histogram: {" + first + "}, seed: 2}]");

        assertThat(workload.cells())
                .extracting(Cell::toString)
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(name).hasSizeLessThan(120).contains("{histogram: {1KB: 1 %"));
    }

    @Test
    void shouldHaveNoZerosByDefault() {
        assertThat(workload("size: 256").get(Keys.COMPRESSIBLE)).isNull();
        assertThat(workload("size: 256\ncompressible: 0")).isEqualTo(workload("size: 256"));
        assertThat(workload("size: 256\ncompressible: 0.6").scenario().payload().random())
                .isEqualTo(new Payload.RandomContent(read("256"), 256, 256, 0.6));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            size: 0                                                     | 3:7: size: 0 = 0 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            size: [1k, 65MiB]                                           | 3:12: size[1]: 65MiB = 68,157,440 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            size: {}                                                    | 3:7: size: neither uniform, lognormal nor histogram (expected: a size such as 1KiB, {uniform: [100, 2k]}, {lognormal: {median: 300, p99: 4k, max: 64k}} or {histogram: {100: 60 %, 1k: 40 %}})
            size: {uniform: [1, 2], histogram: {1: 100 %}}              | 3:7: size: more than one of uniform, lognormal and histogram (expected: a size such as 1KiB, {uniform: [100, 2k]}, {lognormal: {median: 300, p99: 4k, max: 64k}} or {histogram: {100: 60 %, 1k: 40 %}})
            size: {zipf: 1}                                             | 3:8: size.zipf: unknown key (expected: one of histogram, lognormal, seed, uniform)
            size: {uniform: 100}                                        | 3:17: size.uniform: [100B] (expected: the smallest and then the largest size, such as [100, 2k])
            size: {uniform: [2k, 100]}                                  | 3:17: size.uniform: [2KB, 100B] (expected: the smallest and then the largest size, such as [100, 2k])
            size: {uniform: [2k, 2k]}                                   | 3:17: size.uniform: [2KB, 2KB] (expected: the smallest and then the largest size, such as [100, 2k])
            size: {uniform: [0, 2k]}                                    | 3:18: size.uniform[0]: 0 = 0 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            size: {uniform: [1, 2, 3]}                                  | 3:17: size.uniform: [1B, 2B, 3B] (expected: the smallest and then the largest size, such as [100, 2k])
            size: [5, {uniform: [2, 1]}]                                | 3:21: size[1].uniform: [2B, 1B] (expected: the smallest and then the largest size, such as [100, 2k])
            size: {lognormal: {p99: 4k, max: 64k}}                      | 3:19: size.lognormal.median: missing (expected: a size such as 300)
            size: {lognormal: {median: 300, max: 64k}}                  | 3:19: size.lognormal.p99: missing (expected: a size above the median, such as 4k)
            size: {lognormal: {median: 300, p99: 300, max: 64k}}        | 3:38: size.lognormal.p99: 300B (expected: a size above the median, such as 4k)
            size: {lognormal: {median: 300, p99: 4k}}                   | 3:19: size.lognormal.max: missing (expected: a size of p99 or more, such as 64k, which bounds all)
            size: {lognormal: {median: 300, p99: 4k, max: 3k}}          | 3:47: size.lognormal.max: 3KB (expected: a size of p99 or more, such as 64k, which bounds all)
            size: {lognormal: {median: 300, p99: 4k, max: 65MiB}}       | 3:47: size.lognormal.max: 65MiB = 68,157,440 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            size: {histogram: {}}                                       | 3:19: size.histogram: 0 sizes (expected: 1 to 100 sizes with their shares)
            size: {histogram: {100: 60 %, 1k: 30 %}}                    | 3:19: size.histogram: 90 % in all (expected: shares of 100 % in all)
            size: {histogram: {100: 60 %, 1k: 50 %}}                    | 3:19: size.histogram: 110 % in all (expected: shares of 100 % in all)
            size: {histogram: {100: 60, 1k: 40}}                        | 3:25: size.histogram.100: 60 (expected: the share of payloads of this size, 0.01 % or more, such as 60 %)
            size: {histogram: {100: 100 %, 1k: 0 %}}                    | 3:36: size.histogram.1k: 0 % (expected: the share of payloads of this size, 0.01 % or more, such as 60 %)
            size: {histogram: {0: 100 %}}                               | 3:23: size.histogram.0: 0 = 0 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            size: {histogram: {many: 100 %}}                            | 3:26: size.histogram.many: many (expected: a size such as 256, 1KB (1000 bytes) or 1KiB (1024 bytes))
            size: {histogram: {1k: 50 %, 1000: 50 %}}                   | 3:36: size.histogram.1000: given twice (expected: each size once)
            size: {histogram: {1k: 100 %}, seed: 3}                     | 3:38: size.seed: 3 (expected: no seed, since payloads of one size have no order)
            size: {uniform: [1, 2], seed: x}                            | 3:31: size.seed: x (expected: a whole number, such as 3)
            compressible: 0.5                                           | 3:15: compressible: 0.5 (expected: none, since the event order has contents of its own; it belongs to size)
            event: {file: x.json}\\ncompressible: 0.5                   | 4:15: compressible: 0.5 (expected: none, since event.file has contents of its own; it belongs to size)
            event: {file: x.json}\\nsize: {uniform: [1, 2]}             | 4:7: size: {uniform: [1B, 2B]} (expected: no size, since event.file has sizes of its own)
            size: 1k\\ncompressible: 60 %                               | 4:15: compressible: 60 % (expected: a number such as 0.5)
            size: 1k\\ncompressible: 1.1                                | 4:15: compressible: 1.1 (expected: a share from 0 to 1, such as 0.6)
            size: 1k\\ncompressible: -0.1                               | 4:15: compressible: -0.1 (expected: a share from 0 to 1, such as 0.6)
            """)
    void shouldRefuseByNameValueAndExpectation(String lines, String error) {
        assertThatThrownBy(() -> workload(lines.replace("\\n", "\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("w.yaml:" + error);
    }
}
