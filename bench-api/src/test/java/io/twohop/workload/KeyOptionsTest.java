package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.ConfigException;
import io.twohop.config.Popularity;
import io.twohop.config.YamlDocument;
import io.twohop.result.KeyUse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyOptionsTest {
    private static Workload read(String line) {
        return Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s\n" + line));
    }

    @Test
    void shouldHaveNeitherKeysNorHeadersByDefault() {
        assertThat(read("").get(Keys.KEYS)).isNull();
        assertThat(read("").get(Keys.HEADERS)).isNull();
        assertThat(read("keys:\nheaders:").get(Keys.KEYS)).isNull();
    }

    @Test
    void shouldReadKeysWithTheirDefaults() {
        assertThat(read("keys: {count: 10k}").get(Keys.KEYS))
                .isEqualTo(new KeyOptions(10_000L, Popularity.uniform(), 1L));
        assertThat(read("keys: {count: 10k, distribution: zipf(1.1), seed: 7}").get(Keys.KEYS))
                .isEqualTo(new KeyOptions(10_000L, Popularity.zipf(1.1), 7L));
        assertThat(read("keys:\n  count: 1\n  distribution: zipf( 0.5 )")
                        .get(Keys.KEYS)
                        .distribution())
                .isEqualTo(Popularity.zipf(0.5));
    }

    @Test
    void shouldKnowTheShareOfTheMostFrequentKey() {
        assertThat(KeyUse.of(read("keys: {count: 4}"))).isEqualTo(new KeyUse(4, 0.25));
        // 1 / (1 + 1/2 + 1/3 + 1/4)
        assertThat(KeyUse.of(read("keys: {count: 4, distribution: zipf(1)}")).topShare())
                .isCloseTo(0.48, within(1e-9));
        assertThat(KeyUse.of(read(""))).isNull();
    }

    @ParameterizedTest
    @CsvSource({"3x32B, 3, 32", "1x1B, 1, 1", "64 x 64KiB, 64, 65536", "2X100, 2, 100"})
    void shouldReadHeaders(String text, int number, int bytes) {
        assertThat(read("headers: " + text).get(Keys.HEADERS)).isEqualTo(HeaderOptions.of(number, bytes));
    }

    @Test
    void shouldReadHeadersByKeysAsWell() {
        assertThat(read("headers: {number: 3, size: 32B}").get(Keys.HEADERS)).isEqualTo(HeaderOptions.of(3, 32));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keys: {count: 10k}",
                "keys: {count: 1M, distribution: zipf(1.1), seed: -3}\nheaders: 3x32B",
                "headers: 64x1KiB"
            })
    void shouldReadBackEqualWhenWritten(String yaml) {
        Workload workload = read(yaml);

        assertThat(Workload.read(
                        YamlDocument.parse("w.yaml", workload.toDocument().toYaml())))
                .isEqualTo(workload);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            keys: {}                                     | 3:7: keys.count: missing (expected: a whole number from 1 to 1,000,000, such as 10k)
            keys: {count: 0}                             | 3:15: keys.count: 0 (expected: a whole number from 1 to 1,000,000, such as 10k)
            keys: {count: -1}                            | 3:15: keys.count: -1 (expected: a whole number from 1 to 1,000,000, such as 10k)
            keys: {count: 1000001}                       | 3:15: keys.count: 1000001 (expected: a whole number from 1 to 1,000,000, such as 10k)
            keys: {count: many}                          | 3:15: keys.count: many (expected: a whole number, such as 3)
            keys: {count: 10, distribution: gauss}       | 3:33: keys.distribution: gauss (expected: uniform or zipf(EXPONENT), such as zipf(1.1))
            keys: {count: 10, distribution: zipf}        | 3:33: keys.distribution: zipf (expected: uniform or zipf(EXPONENT), such as zipf(1.1))
            keys: {count: 10, distribution: uniform(2)}  | 3:33: keys.distribution: uniform(2) (expected: uniform or zipf(EXPONENT), such as zipf(1.1))
            keys: {count: 10, distribution: zipf(0)}     | 3:33: keys.distribution: zipf(0) (expected: an exponent above 0 and at most 5, such as zipf(1.1))
            keys: {count: 10, distribution: zipf(-1)}    | 3:33: keys.distribution: zipf(-1) (expected: an exponent above 0 and at most 5, such as zipf(1.1))
            keys: {count: 10, distribution: zipf(5.1)}   | 3:33: keys.distribution: zipf(5.1) (expected: an exponent above 0 and at most 5, such as zipf(1.1))
            keys: {count: 10, distribution: zipf(a)}     | 3:33: keys.distribution: zipf(a) (expected: a number such as 0.5)
            keys: {count: 10, seeds: 1}                  | 3:19: keys.seeds: unknown key (expected: one of count, distribution, seed; did you mean 'seed'?)
            keys: 10k                                    | 3:7: keys: 10k (expected: a mapping of keys to values)
            headers: 3                                   | 3:10: headers: 3 (expected: how many headers x the bytes of each value, such as 3x32B)
            headers: ''                                  | 3:10: headers: '' (expected: how many headers x the bytes of each value, such as 3x32B)
            headers: axb                                 | 3:10: headers: axb (expected: how many headers x the bytes of each value, such as 3x32B)
            headers: -1x32B                              | 3:10: headers: -1x32B (expected: how many headers x the bytes of each value, such as 3x32B)
            headers: 0x32B                               | 3:10: headers: 0x32B (expected: 1 to 64 headers, such as 3x32B)
            headers: 65x32B                              | 3:10: headers: 65x32B (expected: 1 to 64 headers, such as 3x32B)
            headers: 5000000000x32B                      | 3:10: headers: 5000000000x32B (expected: 1 to 64 headers, such as 3x32B)
            headers: 3x0B                                | 3:10: headers: 3x0B (expected: values of 1B to 64KiB, such as 3x32B)
            headers: 3x65KiB                             | 3:10: headers: 3x65KiB (expected: values of 1B to 64KiB, such as 3x32B)
            headers: {number: 0, size: 1B}               | 3:19: headers.number: 0 (expected: 1 to 64 headers, such as 3x32B)
            """)
    void shouldRefuseByNameValueAndExpectation(String line, String error) {
        assertThatThrownBy(() -> read(line)).isInstanceOf(ConfigException.class).hasMessage("w.yaml:" + error);
    }

    @Test
    void shouldRefuseMoreKeysThanAreRemembered() {
        assertThat(read("producers: 16\nkeys: {count: 1M}").get(Keys.KEYS).number())
                .isEqualTo(1_000_000);
        assertThatThrownBy(() -> read("producers: [1, 64]\nkeys: {count: 1M}"))
                .hasMessage(
                        "w.yaml:4:15: keys.count: 1,000,000 of each of 64 producers (expected: at most 250,000, since the"
                                + " newest message of each producer's each key is remembered)");
    }

    @Test
    void shouldKnowWhereAKeyWasWritten() {
        Workload workload = read("keys: {count: 10}").toBuilder().rate(5).build();

        assertThat(workload.located(ConfigException.invalid("keys", "some", "none")))
                .hasMessage("w.yaml:3:7: keys: some (expected: none)");
        assertThat(Workload.builder()
                        .rate(1)
                        .duration(Duration.ofSeconds(1))
                        .build()
                        .located(ConfigException.invalid("keys", "some", "none")))
                .hasMessage("keys: some (expected: none)");
    }
}
