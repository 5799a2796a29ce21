package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.Distribution;
import io.twohop.config.Size;
import io.twohop.config.YamlDocument;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceOptionsTest {
    private static final Duration TWENTY = Duration.ofNanos(20_000);

    private static Workload read(String service) {
        return Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s\nservice: " + service));
    }

    @Test
    void shouldReadTheWorkOfEach() {
        assertThat(read("{name: busy, work: 20us}").service().time()).isEqualTo(Distribution.constant(TWENTY));
        assertThat(read("{name: allocate, bytes: 2KiB}").service()).isEqualTo(ServiceOptions.allocate(new Size(2_048)));
        assertThat(read("{name: cache, entries: 1M}").service()).isEqualTo(ServiceOptions.cache(1_000_000));
    }

    /** YAML ends a text in braces at a comma. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: busy, distribution: lognormal(20us, 1.0), seed: 7}",
                "{distribution: lognormal(20us, 1.0), seed: 7}",
                "{seed: 7, distribution: lognormal(20us, 1.0)}",
                "{seed: 7, distribution: 'lognormal(20us, 1.0)'}",
                "\n  distribution: lognormal(20us, 1.0)\n  seed: 7"
            })
    void shouldReadADistributionHoweverItIsWritten(String service) {
        ServiceOptions options = read(service).service();

        assertThat(options.name()).isEqualTo("busy");
        assertThat(options.time()).isEqualTo(Distribution.lognormal(TWENTY, 1));
        assertThat(options.seed()).isEqualTo(7);
    }

    @Test
    void shouldHaveASeedWhereItIsRandom() {
        assertThat(read("{distribution: exponential(20us)}").service().seed()).isEqualTo(1);
        assertThat(read("{entries: 5}").service().seed()).isEqualTo(1);
        assertThat(read("{work: 20us}").service().seed()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{work: 20us}",
                "{distribution: lognormal(20us, 1.0), process: true}",
                "{bytes: 2KiB}",
                "{entries: 1k, seed: 3}",
                "{process: true}",
                "my.Service"
            })
    void shouldReadBackEqualWhenWritten(String service) {
        Workload workload = read(service);

        assertThat(Workload.read(
                        YamlDocument.parse("w.yaml", workload.toDocument().toYaml())))
                .isEqualTo(workload);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            busy                                          | 3:10: service.work: missing (expected: a duration, such as 20us, or distribution: lognormal(20us, 1.0))
            {name: busy}                                  | 3:10: service.work: missing (expected: a duration, such as 20us, or distribution: lognormal(20us, 1.0))
            {name: busy, work: 20}                        | 3:29: service.work: 20 (expected: a duration such as 10s, 500ms, 1m30s or PT1M)
            {name: busy, work: 10ns}                      | 3:29: service.work: 10ns (expected: a duration of 100ns to 10s, such as 20us)
            {name: busy, distribution: gauss(1us)}        | 3:37: service.distribution: gauss(1us) (expected: constant(MEAN), exponential(MEAN) or lognormal(MEAN, SIGMA), such as lognormal(20us, 1.0))
            {work: 1us, distribution: constant(1us)}      | 3:17: service.work: 1us (expected: no work beside distribution, which says its mean)
            {name: busy, work: 1us, bytes: 1KiB}          | 3:41: service.bytes: 1KiB (expected: no bytes, since it belongs to 'name: allocate' only)
            {name: allocate}                              | 3:10: service.bytes: missing (expected: a size, such as 2KiB)
            {name: allocate, bytes: 0}                    | 3:34: service.bytes: 0 = 0 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            {name: cache}                                 | 3:10: service.entries: missing (expected: a whole number from 1 to 100,000,000, such as 1M)
            {name: cache, entries: 101M}                  | 3:33: service.entries: 101000000 (expected: a whole number from 1 to 100,000,000, such as 1M)
            {name: pass-through, work: 1us}               | 3:37: service.work: 1us (expected: no work, since it belongs to 'name: busy' only)
            {work: 1us, seed: 1}                          | 3:28: service.seed: 1 (expected: no seed, since nothing of it is random)
            {distribution: lognormal(1us, 1.0): 5}        | 3:40: 1.0): a value (expected: no value behind a parenthesis)
            """)
    void shouldRefuseByNameValueAndExpectation(String service, String error) {
        assertThatThrownBy(() -> read(service))
                .isInstanceOf(ConfigException.class)
                .hasMessage("w.yaml:" + error);
    }

    @Test
    void shouldRefuseWorkWhereNoServiceIsCalled() {
        assertThatThrownBy(() -> read("{work: 1us}\nhops: 1"))
                .hasMessage("w.yaml:3:10: service.name: busy (expected: none, since hops: 1 has no service)");
    }
}
