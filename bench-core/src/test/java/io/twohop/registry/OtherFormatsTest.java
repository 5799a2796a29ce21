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
    void shouldNameTheCommandForFilesOfOpenMessagingBenchmark() {
        String expected = " of OpenMessaging Benchmark (expected: 'bench omb WORKLOAD.yaml DRIVER.yaml', which takes";

        assertThatThrownBy(() -> WorkloadFile.read(YamlDocument.parse("omb.yaml", OMB)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a workload" + expected);
        assertThatThrownBy(() -> TransportFile.of(YamlDocument.parse("omb.yaml", OMB)))
                .as("in the place of a transport file")
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a workload" + expected);
        assertThatThrownBy(() -> TransportFile.of(YamlDocument.parse(
                        "driver.yaml",
                        "name: Kafka\ndriverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a driver's file" + expected);
    }

    @Test
    void shouldSayHowToUseAFileOfProperties() throws Exception {
        Path file = Files.writeString(directory.resolve("client.properties"), "bootstrap.servers=here:9092\n");

        assertThatThrownBy(() -> TransportFiles.find(file.toString()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("'./bench --properties " + file + " kafka.yaml'");
    }
}
