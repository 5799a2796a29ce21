package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import io.twohop.event.Microservice;
import io.twohop.event.OrderEvent;
import io.twohop.event.RandomBytes;
import io.twohop.event.Samples;
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

    @Test
    void shouldFindFilesBesideTheWorkload() {
        Workload workload = read("event: {file: samples/order.json}");

        assertThat(workload.event().file()).isEqualTo(file.toAbsolutePath());
        assertThat(workload.event().sha256()).hasSize(64);
        assertThat(Events.of(workload.scenario().payload()))
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
    void shouldRefuseAServiceThatTakesNoBytes() {
        assertThatThrownBy(() -> read("event: {file: samples}\nservice: " + OfOrders.class.getName()))
                .hasMessageContaining(
                        "a Microservice of ByteBuffer, which event.file sends; this one takes OrderEvent");
    }

    @Test
    void shouldSendRandomBytesWhereASizeIsGiven() {
        Workload workload = read("size: 64");

        assertThat(Events.of(workload.scenario().payload())).isEqualTo(new RandomBytes(64));
        assertThat(workload.scenario().payload().raw()).isTrue();
    }
}
