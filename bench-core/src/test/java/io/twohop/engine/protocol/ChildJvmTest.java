package io.twohop.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmTest {
    @Test
    void shouldQuoteWhatAJvmSaidThatDidNotStart() {
        assertThat(ChildJvm.refusal("""
                Unrecognized VM option 'NoSuchFlag'
                Error: Could not create the Java Virtual Machine.
                Error: A fatal exception has occurred. Program will exit.
                """))
                .contains("Java refused its options: Unrecognized VM option 'NoSuchFlag' (see jvm: in the workload)");
        assertThat(ChildJvm.refusal(
                        "Error occurred during initialization of VM\nMultiple garbage collectors selected\n"))
                .contains("Java refused its options: Multiple garbage collectors selected (see jvm: in the workload)");
        assertThat(ChildJvm.refusal("java.lang.IllegalStateException: something else\n"))
                .isEmpty();
    }

    @Timeout(30)
    @Test
    void shouldWatchAChildThatDoesNotReadItsPlan(@TempDir Path directory) throws Exception {
        Workload workload = Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s"));
        TransportFile transport = TransportFile.of(YamlDocument.parse("t.yaml", "transport: loopback"));
        String moreThanAPipeHolds = "1".repeat(300_000);
        RunPlan plan = RunPlan.of(moreThanAPipeHolds, workload.scenario(), transport, directory, directory)
                .recordedTo("recording.jfr");

        ChildJvm child =
                ChildJvm.start(List.of("sleep", "60"), plan, directory.resolve("child.log"), Duration.ofSeconds(1));
        child.watch(() -> Duration.ZERO, limit -> {});

        assertThat(child.awaitEnd(Duration.ofSeconds(20))).isTrue();
    }
}
