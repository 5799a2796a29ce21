package io.twohop.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadPartsTest {
    private final ThreadParts parts = new ThreadParts(List.of("generator-0+service-0+sink-0", "sink-1"));

    @ParameterizedTest
    @CsvSource({
        "generator-0+ser, generator+service+sink",
        "sink-1, sink",
        // Of the service's own process.
        "service-3, service",
        "service-reader, harness",
        "java, harness",
        "monitor-loopbac, harness",
        // The NATS client calls its threads as its connection, which is called as the run.
        "twohop-1abc2def, client",
        "kafka-producer-, client",
        "GC Thread#1, gc",
        "C2 CompilerThre, compiler",
        "JFR Periodic Ta, jvm"
    })
    void shouldKnowWhatAThreadIsThereFor(String name, String part) {
        assertThat(parts.of(name)).isEqualTo(part);
    }

    @ParameterizedTest
    @CsvSource({
        "GC Thread#12, GC Thread",
        "service-0, service",
        "nats:7, nats",
        "pool-1-thread-2, pool-1-thread",
        "7, 7"
    })
    void shouldPutThreadsOfOneKindTogether(String name, String kind) {
        assertThat(ThreadParts.kind(name)).isEqualTo(kind);
    }
}
