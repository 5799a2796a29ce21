package io.twohop.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivacyTest {
    private static final Privacy PRIVACY = new Privacy(false);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/var/lib/queue | .../queue",
                "/home/alice/queue | .../queue",
                "/home/alice | ~",
                "C:\\Users\\alice\\queue | .../queue",
                "D:\\data\\queue | .../queue",
                "~/bench/queue | .../queue",
                "-Xlog:gc:/srv/alice/gc.log | -Xlog:gc:.../gc.log",
                "-Dkey=/srv/alice/gc.log | -Dkey=.../gc.log",
                "no room in '/srv/alice/a', full | no room in '.../a', full",
                "file:///srv/alice/a.jar | .../a.jar",
                "kafka-7.acme.example:9092,b:9093 | HOST:9092,HOST:9093",
                "nats://bus.acme.example:4222 | nats://HOST:4222",
                "https://bus.acme.example/x | https://HOST/x",
                "nats://127.0.0.1:4222 | nats://127.0.0.1:4222",
                "localhost:9092 | localhost:9092",
                "10.1.2.3 refused | HOST refused",
                "10.1.2.3:9092 | HOST:9092",
                "fe80:1:2:3:4:5:6:7 is gone | HOST is gone",
                "127.0.0.1 refused | 127.0.0.1 refused",
                // What looks like one and is none.
                "10k/s | 10k/s",
                "3,030/s, two 9,910/s | 3,030/s, two 9,910/s",
                "io.twohop.Orders/v2 | io.twohop.Orders/v2",
                "2026-11-30T06:02:44 | 2026-11-30T06:02:44",
                "version 1.2.3 of 3 | version 1.2.3 of 3",
                "password=hunter22 | password=<redacted>",
            })
    void shouldKnowPersonalDataByTheirForm(String text, String expected) {
        assertThat(PRIVACY.text(text)).isEqualTo(expected);
    }

    @Test
    void shouldKnowHostsAndUsersByTheirKeys() throws Exception {
        JsonNode tree = new ObjectMapper()
                .readTree("{\"a\": {\"bootstrap.servers\": \"one,two:9092, localhost\", \"sasl.user\": \"alice\"},"
                        + " \"urls\": [\"one\"], \"broker\": \"embedded\", \"other\": \"one\", \"/srv/alice/k\": 1}");

        assertThat(PRIVACY.tree(tree).toString())
                .isEqualTo("{\"a\":{\"bootstrap.servers\":\"HOST,HOST:9092,localhost\",\"sasl.user\":\"USER\"},"
                        + "\"urls\":[\"HOST\"],\"broker\":\"embedded\",\"other\":\"one\",\".../k\":1}");
        assertThat(new Privacy(true).tree(tree)).isEqualTo(tree);
    }

    @Test
    void shouldCutWhatNobodyReads() {
        assertThat(new Privacy(true).text("x".repeat(1_000_000)))
                .hasSizeLessThan(21_000)
                .endsWith("... (cut)");
    }
}
