package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.Protocol;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.event.OrderEvent;
import io.twohop.event.RandomBytes;
import io.twohop.event.Samples;
import io.twohop.event.field.MessageIds;
import io.twohop.event.field.PatchedSamples;
import io.twohop.workload.FieldSource;
import io.twohop.workload.Payload;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        assertThat(workload.event().fields()).containsExactly(entry("/id", FieldSource.of("one of [2, 3]")));
        assertThat(Workload.read(workload.toDocument())).isEqualTo(workload);
        assertThat(workload.toDocument().toYaml()).contains("/id: one of [2, 3]\n");
        assertThat(read("event: {file: samples}").toDocument().toYaml()).doesNotContain("fields");
    }

    @Test
    void shouldTakeAFieldsValuesFromAColumn() throws IOException {
        Files.writeString(directory.resolve("customers.csv"), "name,customer\nx,4\n\"y\nz\",5\n");

        Workload workload = read("event: {file: samples, fields: {/id: {column: customer, file: customers.csv}}}");

        FieldSource source = workload.event().fields().get("/id");
        assertThat(source.file()).isEqualTo(directory.resolve("customers.csv"));
        assertThat(source.sha256()).hasSize(64);
        assertThat(Workload.read(workload.toDocument())).isEqualTo(workload);
        assertThat(texts(workload, 3)).containsExactly("{\"id\": 4}", "{\"id\": 5}", "{\"id\": 4}");
        Files.writeString(directory.resolve("customers.csv"), "customer\n4\n");
        assertThatThrownBy(() -> events(workload))
                .hasMessageContaining("event.fields./id.file: " + source.file() + " (expected: the bytes of sha256, ");
    }

    @Test
    void shouldReadAColumnOfAnotherForm() throws IOException {
        Files.writeString(directory.resolve("customers.txt"), "x;4\ny;5\n");

        Workload workload = read("event: {file: samples, fields: {/id: {column: 2, file: customers.txt, header: false,"
                + " separator: ';'}}}");

        assertThat(texts(workload, 2)).containsExactly("{\"id\": 4}", "{\"id\": 5}");
        assertThat(Workload.read(workload.toDocument())).isEqualTo(workload);
    }

    private static List<String> texts(Workload workload, int messages) {
        PatchedSamples.Source source = ((PatchedSamples) events(workload)).source(0);
        return IntStream.range(0, messages)
                .mapToObj(sequence -> StandardCharsets.UTF_8
                        .decode(source.next(sequence, 0).duplicate())
                        .toString()
                        .strip())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            customer;4;;6         | id       | 1: column: id (expected: one of customer)
            customer;4;56         | customer | 3: customer: 56 (expected: a value of 1 bytes, as in line 2; this one has 2)
            name,customer;x,4;y,  | customer | 3: customer: missing (expected: a value of 1 to 64 bytes in each row)
            name,customer;x,4;y   | customer | 3: row: 1 field (expected: 2, as line 1 has
            customer;4;x          | customer | 3: customer: x (expected: a number, which can replace 1 in order.json)
            customer              | customer | 1: customer: missing (expected: a row for each value)
            """)
    void shouldRefuseAColumnWithItsLine(String rows, String column, String error) throws IOException {
        Path file = Files.writeString(directory.resolve("customers.csv"), rows.replace(';', '\n') + "\n");

        assertThatThrownBy(() ->
                        read("event: {file: samples, fields: {/id: {column: " + column + ", file: customers.csv}}}"))
                .hasMessageStartingWith(file + ":" + error);
    }

    @Test
    void shouldRefuseAColumnThatDoesNotFit() throws IOException {
        Files.writeString(directory.resolve("customers.csv"), "customer\n42\n");

        assertThatThrownBy(() -> read("event: {file: samples, fields: {/id: {column: customer, file: customers.csv}}}"))
                .hasMessageContaining("event.fields./id: 1 in order.json (expected: a text of 2 bytes, as the values of"
                        + " column customer in customers.csv have; this one has 1)");
        assertThatThrownBy(() -> read("event: {file: samples, fields: {/id: {column: customer, file: absent.csv}}}"))
                .hasMessageContaining("event.fields./id.file: " + directory.resolve("absent.csv")
                        + " (expected: a CSV file that can be read");
        assertThatThrownBy(() -> read("event: {file: samples, fields: {/id: {file: customers.csv}}}"))
                .hasMessageContaining("event.fields./id.column: missing (expected: the name of the column");
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size: {lognormal: {median: 300, p99: 4k, max: 64k}}",
                "size: {uniform: [100, 2k], seed: 7}\ncompressible: 0.6",
                "size: {histogram: {100: 60 %, 1k: 40 %}}"
            })
    void shouldSendTheSameSizesFromAnotherJvm(String yaml) throws IOException {
        Payload payload = read(yaml).scenario().payload();

        Payload there = Protocol.JSON.readValue(Protocol.line(payload), Payload.class);

        assertThat(there).isEqualTo(payload);
        assertThat(there.random().size().ofProducer(2))
                .containsExactly(payload.random().size().ofProducer(2));
        assertThat(Events.of(there, new MessageIds("twohop-1", 1), 1)).isEqualTo(new RandomBytes(payload.random()));
    }
}
