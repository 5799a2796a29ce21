package io.twohop.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.published.Reference.Range;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublicationTest {
    @Test
    void shouldBeReadableAndSayWhereItIsFrom() {
        Map<String, String> citations = Publication.citations();
        assertThat(citations).hasSameSizeAs(Publication.all());
        for (Publication publication : Publication.all()) {
            assertThat(citations).containsEntry(publication.id(), publication.citation() + ", " + publication.url());
            assertThat(publication.url()).startsWith("https://");
            assertThat(publication.citation()).contains(publication.author(), publication.title());
            assertThat(publication.figures()).allSatisfy(figure -> {
                assertThat(figure.transports()).isNotEmpty();
                assertThat(figure.latenciesNanos().size() + figure.throughputs().size())
                        .isPositive();
            });
        }
    }

    @Test
    void shouldGiveWhatWasPublishedOfTheSameRun() {
        Workload workload = shipped("message-sizes.yaml", "rate", "50");

        assertThat(references(workload, 1, "jetstream-memory")).singleElement().satisfies(reference -> {
            assertThat(reference.system()).isEqualTo("NATS Streaming, in memory");
            assertThat(reference.latenciesNanos())
                    .isEqualTo(Map.of(
                            "endToEnd.p99", new Range(381_000, 381_000),
                            "endToEnd.p99.9", new Range(830_000, 830_000),
                            "endToEnd.p99.99", new Range(1_330_000, 1_330_000)));
            assertThat(reference.throughputs()).isEmpty();
        });
        assertThat(references(workload, 3, "kafka").get(0).latenciesNanos())
                .containsEntry("endToEnd.p99", new Range(5.337e9, 5.337e9));
    }

    @Test
    void shouldKeepBothEndsOfARange() {
        assertThat(references(shipped("500kps.yaml", "hops", "2"), 0, "chronicle")
                        .get(0)
                        .latenciesNanos())
                .containsEntry("endToEnd.p99", new Range(29_000, 34_000));
    }

    @Test
    void shouldDistinguishReplicasFromWindows() {
        Workload synchronous = shipped("replication.yaml", "inFlight", "1");
        Workload asynchronous = shipped("replication.yaml", "inFlight", "500");

        assertThat(megabytes(references(synchronous, 0, "jetstream-r3"))).containsExactly(1.085);
        assertThat(megabytes(references(synchronous, 1, "jetstream-r3"))).containsExactly(0.808);
        assertThat(megabytes(references(asynchronous, 0, "jetstream-r3"))).containsExactly(20.55);
        assertThat(megabytes(references(asynchronous, 1, "jetstream-r3"))).containsExactly(11.95);
    }

    @Test
    void shouldGiveNothingWhereTheRunIsAnother() {
        assertThat(references(shipped("message-sizes.yaml", "rate", "60"), 0, "kafka"))
                .isEmpty();
        assertThat(references(shipped("message-sizes.yaml", "hops", "2"), 0, "kafka"))
                .isEmpty();
        assertThat(references(shipped("message-sizes.yaml", "size", "2KiB"), 0, "kafka"))
                .isEmpty();
        assertThat(references(shipped("message-sizes.yaml", "rate", "50"), 0, "loopback"))
                .isEmpty();
        assertThat(references(shipped("500kps.yaml", "size", "64"), 0, "chronicle"))
                .isEmpty();
        assertThat(references(shipped("500kps.yaml", "published", ""), 0, "chronicle"))
                .isEmpty();
    }

    @Test
    void shouldRefuseASourceThatItDoesNotHave() {
        assertThatThrownBy(() -> Publication.of("treat"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("published: treat (expected: one of foojay-2022, treat-2016, ");
    }

    private static List<Double> megabytes(List<Reference> references) {
        return references.stream()
                .map(reference -> reference
                        .throughputs()
                        .get("publisher.megabytesPerSecond")
                        .low())
                .toList();
    }

    private static List<Reference> references(Workload workload, int cell, String transport) {
        Cell one = workload.cells().get(cell);
        return Publication.references(workload.only(one), transport);
    }

    private static Workload shipped(String file, String key, String value) {
        return Workload.read(YamlDocument.read(Path.of("../workloads", file)).with(key, value, "-D" + key));
    }
}
