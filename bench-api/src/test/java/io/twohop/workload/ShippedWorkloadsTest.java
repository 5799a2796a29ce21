package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.Quantities;
import io.twohop.config.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedWorkloadsTest {
    @ParameterizedTest
    @MethodSource("shippedWorkloads")
    void shouldParseAndBeDescribedWhenShipped(Path file) {
        Workload workload = Workload.read(YamlDocument.read(file));

        assertThat(workload.get(Keys.DESCRIPTION)).isNotBlank();
        if (file.getFileName().toString().endsWith("kps.yaml")) {
            assertThat(workload.rates())
                    .containsExactly(Quantities.rate(workload.name().replace("kps", "k")));
            assertThat(workload.sizes()).isEmpty();
            assertThat(workload.duration()).isEqualTo(Duration.ofMinutes(1));
        }
    }

    static List<Path> shippedWorkloads() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "workloads"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldShipTheWorkloadsThatTheDocumentationNamesWhenListed() throws IOException {
        assertThat(shippedWorkloads())
                .extracting(file -> file.getFileName().toString())
                .contains("smoke.yaml", "25kps.yaml", "100kps.yaml", "250kps.yaml", "500kps.yaml", "1000kps.yaml");
    }
}
