package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherFormatsTest {
    private static final String OMB =
            "name: 1 topic\ntopics: 1\npartitionsPerTopic: 16\nmessageSize: 1024\nproducerRate: 50000\n"
                    + "testDurationMinutes: 15\n";

    @TempDir
    Path directory;

    @Test
    void shouldTranslateAWorkloadOfOpenMessagingBenchmark() {
        String expected =
                "a workload of OpenMessaging Benchmark (expected: hops: 1, rate: 50000, size: 1024, topics: 1,"
                        + " partitions: 16, duration: 15m)";

        assertThatThrownBy(() -> WorkloadFile.read(YamlDocument.parse("omb.yaml", OMB)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(expected);
        assertThatThrownBy(() -> TransportFile.of(YamlDocument.parse("omb.yaml", OMB)))
                .as("in the place of a transport file")
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(expected);
    }

    @Test
    void shouldSayWhereADriversPropertiesGo() {
        assertThatThrownBy(() -> TransportFile.of(YamlDocument.parse(
                        "driver.yaml",
                        "name: Kafka\ndriverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a driver's file of OpenMessaging Benchmark (expected: a transport file with");
    }

    @Test
    void shouldSayHowToUseAFileOfProperties() throws Exception {
        Path file = Files.writeString(directory.resolve("client.properties"), "bootstrap.servers=here:9092\n");

        assertThatThrownBy(() -> TransportFiles.find(file.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'./bench --properties " + file + " kafka.yaml'");
    }
}
