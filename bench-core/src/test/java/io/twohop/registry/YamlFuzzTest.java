package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.transport.loopback.LoopbackConfig;
import io.twohop.workload.Workload;
import java.nio.charset.StandardCharsets;

/**
 * Whatever is in a YAML file: it is read, or refused with a place in the file. With {@code JAZZER_FUZZ=1} new input is looked
 * for; without, the committed one is read.
 */
class YamlFuzzTest {
    @FuzzTest(maxDuration = "20s")
    void shouldReadOrRefuseAnyWorkload(byte[] file) {
        try {
            Workload workload =
                    Workload.read(YamlDocument.parse("fuzz.yaml", new String(file, StandardCharsets.UTF_8)));
            assertThat(Workload.read(workload.toDocument())).isEqualTo(workload);
            assertThat(workload.cells()).isNotEmpty();
        } catch (ConfigException e) {
            assertThat(e.getMessage()).startsWith("fuzz.yaml:");
        }
    }

    @FuzzTest(maxDuration = "20s")
    void shouldReadOrRefuseAnyTransportFile(byte[] file) {
        try {
            YamlDocument document = YamlDocument.parse("fuzz.yaml", new String(file, StandardCharsets.UTF_8));
            TransportFile transport = TransportFile.of(document);
            transport.own().bind(LoopbackConfig.class, TransportFile.COMMON_KEYS);
            assertThat(YamlDocument.parse("again.yaml", document.toYaml()).toTree())
                    .isEqualTo(document.toTree());
        } catch (ConfigException e) {
            assertThat(e.getMessage()).startsWith("fuzz.yaml:");
        }
    }
}
