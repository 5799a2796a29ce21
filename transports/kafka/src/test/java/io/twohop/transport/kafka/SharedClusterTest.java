package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.Benchmark;
import io.twohop.BenchmarkBuilder;
import io.twohop.TransportServer;
import io.twohop.config.YamlDocument;
import io.twohop.result.BenchmarkResult;
import io.twohop.workload.Idle;
import io.twohop.workload.Jfr;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real broker under several runs. */
@Tag("one-jdk")
@Timeout(360)
class SharedClusterTest {
    private static final YamlDocument FILE = YamlDocument.parse(
            "kafka.yaml", "transport: kafka\nbrokerJvm: { heap: 256m, gc: serial, flags: -XX:TieredStopAtLevel=1 }\n");

    private static final Workload QUICK = Workload.builder()
            .rate(200)
            .warmup(Duration.ofSeconds(1))
            .duration(Duration.ofSeconds(1))
            .floor(Duration.ZERO)
            .idle(Idle.PARK)
            .jfr(Jfr.OFF)
            .build();

    @TempDir
    Path directory;

    private BenchmarkBuilder on(TransportServer server) {
        return Benchmark.of(QUICK).transport(server).results(directory);
    }

    @Test
    void shouldServeRunAfterRunAndKeepNothingOfThem() throws Exception {
        try (TransportServer server = TransportServer.start(FILE, directory.resolve("logs"))) {
            Benchmark benchmark = on(server).inProcess().build();
            for (int run = 0; run < 2; run++) {
                BenchmarkResult result = benchmark.run();
                assertThat(result.accounting().orElseThrow().received())
                        .as(result.toString())
                        .isEqualTo(400);
            }
            BenchmarkResult apart = on(server)
                    .set("service", "{process: true}")
                    .set("jvm.flags", "-XX:TieredStopAtLevel=1")
                    .build()
                    .run();
            assertThat(apart.accounting().orElseThrow().received())
                    .as(apart.toString())
                    .isEqualTo(400);
            assertThat(apart.probes()).containsKey(Probe.TO_SERVICE);
            try (Admin admin = Admin.create(new HashMap<>(server.clientProperties()))) {
                assertThat(admin.listTopics().names().get())
                        .as("what the runs made is gone")
                        .isSubsetOf(Set.of("__consumer_offsets"));
                assertThat(admin.listGroups().all().get()).isEmpty();
            }
        }
    }
}
