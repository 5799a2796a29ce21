package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.twohop.config.YamlDocument;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.event.OrderEvent;
import io.twohop.event.RandomBytes;
import io.twohop.event.Samples;
import io.twohop.event.field.MessageIds;
import io.twohop.event.field.PatchedSamples;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {
    public static final class OfOrders implements Microservice<OrderEvent, OrderEvent> {
        @Override
        public void onEvent(OrderEvent event, Consumer<? super OrderEvent> out) {
            out.accept(event);
        }
    }

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(
                Files.createDirectories(directory.resolve("samples")).resolve("order.json"), "{\"id\": 1}");
    }

    private Workload read(String keys) {
        return WorkloadFile.read(
                YamlDocument.parse(directory.resolve("w.yaml").toString(), "rate: 1k\nduration: 1s\n" + keys));
    }

    private static EventType<?> events(Workload workload) {
        return Events.of(workload.scenario().payload(), new MessageIds("twohop-1", 1), 200_000);
    }

    @Test
    void shouldFindFilesBesideTheWorkload() {
        Workload workload = read("event: {file: samples/order.json}");

        assertThat(workload.event().file()).isEqualTo(file.toAbsolutePath());
        assertThat(workload.event().sha256()).hasSize(64);
        assertThat(events(workload))
                .isInstanceOfSatisfying(
                        Samples.class, samples -> assertThat(samples.maxBytes()).isEqualTo(9));
        assertThat(Events.origin(workload.event())).isEqualTo(Samples.class);
        assertThat(Workload.read(workload.toDocument())).isEqualTo(workload);
    }

    /** As the tests' own directory has a pom.xml. */
    @Test
    void shouldFindFilesWhereTheUserIs() {
        assertThat(read("event: {file: pom.xml}").event().file())
                .isEqualTo(Path.of("pom.xml").toAbsolutePath());
    }

    @Test
    void shouldRefuseAMissingFileWithItsPlace() {
        assertThatThrownBy(() -> read("event: {file: samples/orders.json}"))
                .hasMessageStartingWith(directory.resolve("w.yaml") + ":3:15: event.file: "
                        + directory.resolve("samples/orders.json") + " (expected: a file, or a directory of files");
    }

    @Test
    void shouldRefuseWhatIsNotAlike() {
        String place = directory.resolve("w.yaml") + ":";
        assertThatThrownBy(() -> read("size: 64\nevent: {file: samples}"))
                .hasMessage(place + "3:7: size: 64B (expected: no size, since event.file has sizes of its own)");
        assertThatThrownBy(() -> read("event: {file: samples, name: order}"))
                .hasMessage(place
                        + "3:30: event.name: order (expected: no name beside file, whose bytes are no event of"
                        + " a type)");
        assertThatThrownBy(() -> read("event: {sha256: ab}"))
                .hasMessageContaining("event.sha256: ab (expected: no digest");
        assertThatThrownBy(() -> read("event: {file: samples, sha256: ab}"))
                .hasMessage(place + "3:32: event.sha256: ab (expected: 64 hexadecimal digits in lower case)");
        assertThatThrownBy(() -> read("event: odrer"))
                .hasMessageStartingWith(place + "3:8: event: odrer (expected: one of");
    }

    @Test
    void shouldVaryFieldsOfTheFile() {
        Workload workload = read("event: {file: samples, fields: {/id: 'one of [2, 3]'}}");

        assertThat(events(workload)).isInstanceOf(PatchedSamples.class);
        assertThat(workload.event().fields()).containsExactly(entry("/id", "one of [2, 3]"));
        assertThat(Workload.read(workload.toDocument())).isEqualTo(workload);
        assertThat(workload.toDocument().toYaml()).contains("/id: one of [2, 3]\n");
        assertThat(read("event: {file: samples}").toDocument().toYaml()).doesNotContain("fields");
    }

    @Test
    void shouldRefuseFieldsThatCannotVary() {
        String place = directory.resolve("w.yaml") + ":";
        assertThatThrownBy(() -> read("event: {name: order, fields: {/id: number}}"))
                .hasMessageStartingWith(place + "3:30: event.fields: {/id=number} (expected: no fields without file");
        assertThatThrownBy(() -> read("event: {file: samples, fields: {id: number}}"))
                .hasMessageStartingWith(place + "3:32: event.fields: id (expected: a JSON pointer, such as /orderId");
        assertThatThrownBy(() -> read("event: {file: samples, fields: {/id: numbers}}"))
                .hasMessageStartingWith(place + "3:38: event.fields./id: numbers (expected: number, uuid, time,");
        assertThatThrownBy(() -> read("event: {file: samples, fields: {/orderId: number}}"))
                .hasMessageStartingWith(place + "3:43: event.fields./orderId: missing (expected: in each sample");
        Workload workload = read("event: {file: samples, fields: {/id: number}}");
        assertThatThrownBy(() -> events(workload))
                .hasMessageStartingWith(
                        "event.fields./id: a field of 1 bytes (expected: at least 6 digits in the samples");
    }

    @Test
    void shouldRefuseAServiceThatTakesNoBytes() {
        assertThatThrownBy(() -> read("event: {file: samples}\nservice: " + OfOrders.class.getName()))
                .hasMessageContaining(
                        "a Microservice of ByteBuffer, which event.file sends; this one takes OrderEvent");
    }

    @Test
    void shouldSendRandomBytesWhereASizeIsGiven() {
        Workload workload = read("size: 64");

        assertThat(events(workload)).isEqualTo(new RandomBytes(64));
        assertThat(workload.scenario().payload().raw()).isTrue();
    }
}
