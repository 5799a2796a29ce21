package com.example.transport;

import static io.twohop.assertj.BenchmarkAssertions.assertThat;

import io.twohop.Benchmark;
import io.twohop.result.BenchmarkResult;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Measures the transport without any framework: a builder, a run, a result. */
class SharedMemoryTest {
    @Test
    void deliversEveryMessageInOrder() throws InterruptedException {
        BenchmarkResult result = Benchmark.builder()
                .workload(Workload.builder()
                        .name("every-message")
                        .rate(5_000)
                        .warmup(Duration.ofSeconds(2))
                        .duration(Duration.ofSeconds(2))
                        .floor(Duration.ZERO)
                        .build())
                .transport(SharedMemory.class)
                .setTransport("capacity", "4096")
                .results(Path.of("target", "twohop"))
                .build()
                .run();

        assertThat(result).hasNoLoss();
        System.out.println("median " + result.endToEnd().percentile(50) + ", files in " + result.directory());
    }
}
