package io.twohop.event.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.config.ConfigException;
import io.twohop.event.Samples;
import io.twohop.testing.Allocation;
import io.twohop.workload.EventOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatchedSamplesTest {
    private static final MessageIds IDS = new MessageIds("twohop-1", 2);
    private static final ObjectMapper JACKSON = new ObjectMapper();
    private static final String ORDER = """
            {"orderId": 123456789, "ref": "ORD-000123/EU", "uuid": "00000000-0000-0000-0000-000000000000",
             "sentAt": "2026-01-31T12:00:00.000Z", "ms": 1767225600000, "ns": "1767225600000000000",
             "customer": {"id": "c1"}, "quantity": 17, "lot": "L-001", "price": 101.25}
            """;

    @TempDir
    Path directory;

    private Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private PatchedSamples patched(String... placesAndValues) {
        return patched(0, placesAndValues);
    }

    private PatchedSamples patched(long wallOffsetNanos, String... placesAndValues) {
        EventOptions options = options(placesAndValues);
        Samples samples = Samples.read(options);
        return new PatchedSamples(samples, EventFields.of(samples, options, Map.of(), IDS), IDS, wallOffsetNanos);
    }

    private EventOptions options(String... placesAndValues) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < placesAndValues.length; i += 2) {
            fields.put(placesAndValues[i], placesAndValues[i + 1]);
        }
        return EventOptions.of(directory).varying(fields);
    }

    private static JsonNode json(ByteBuffer bytes) throws IOException {
        return JACKSON.readTree(text(bytes));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }

    @Test
    void shouldWriteEachMessagesNumber() throws IOException {
        write("order.json", ORDER);
        PatchedSamples samples = patched("/orderId", "number", "/ref", "number", "/uuid", "uuid");
        IdForm number = samples.form("/orderId").orElseThrow();
        IdForm reference = samples.form("/ref").orElseThrow();
        IdForm uuid = samples.form("/uuid").orElseThrow();
        FieldReader reader = FieldReader.ofPointer("/orderId");

        Set<String> seen = new HashSet<>();
        PatchedSamples.Source[] sources = {samples.source(0), samples.source(1)};
        for (long sequence = 0; sequence < 1_000; sequence++) {
            for (int producer = 0; producer < 2; producer++) {
                ByteBuffer message = sources[producer].next(sequence, 0);
                assertThat(message.remaining()).isEqualTo(ORDER.length());
                JsonNode order = json(message);
                long n = IDS.of(producer, sequence);
                assertThat(read(number, order.path("orderId").asText())).isEqualTo(n);
                assertThat(read(reference, order.path("ref").asText())).isEqualTo(n);
                assertThat(read(uuid, order.path("uuid").asText())).isEqualTo(n);
                assertThat(order.path("ref").asText()).matches("ORD-\\d{6}/EU");
                assertThat(reader.find(message, message.position(), message.limit()))
                        .isTrue();
                assertThat(number.read(message, reader.at(), reader.length())).isEqualTo(n);
                seen.add(order.path("orderId").asText());
            }
        }
        assertThat(seen).hasSize(2_000);
        assertThat(samples.form("/price")).isEmpty();
    }

    private static long read(IdForm form, String text) {
        return form.read(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0, text.length());
    }

    @Test
    void shouldChangeNothingElse() throws IOException {
        write("order.json", ORDER);
        String first = text(patched("/quantity", "random(10..99)").source(0).next(0, 0));

        assertThat(first.replaceFirst("\"quantity\": \\d\\d", "\"quantity\": 17"))
                .isEqualTo(ORDER);
    }

    @Test
    void shouldMakeAMessageByItsNumber() throws IOException {
        write("a.json", ORDER);
        write("b.json", ORDER.replace("101.25", "102.50"));
        PatchedSamples samples = patched("/orderId", "number");
        PatchedSamples.Source source = samples.source(1);
        IdForm form = samples.form("/orderId").orElseThrow();

        JsonNode canary = json(source.message(IDS.ofCanary(7), 0));
        assertThat(read(form, canary.path("orderId").asText())).isEqualTo(7);
        assertThat(canary.path("price").asDouble()).isEqualTo(102.5);
        assertThat(json(source.next(0, 0)).path("price").asDouble()).isEqualTo(102.5);
        assertThat(json(source.next(1, 0)).path("price").asDouble()).isEqualTo(101.25);
        assertThat(read(form, json(source.next(1, 0)).path("orderId").asText())).isEqualTo(IDS.of(1, 1));
    }

    @Test
    void shouldWriteTheWallClockTimeOfSending() throws IOException {
        write("order.json", ORDER);
        Random random = new Random(1);
        PatchedSamples.Source source =
                patched("/sentAt", "time", "/ms", "time", "/ns", "time").source(0);
        for (int i = 0; i < 20_000; i++) {
            long nanos = 1_000_000_000_000_000_000L + (long) (random.nextDouble() * 8.2e18);
            Instant time = Instant.EPOCH.plusNanos(nanos);
            JsonNode order = json(source.next(i, nanos));
            assertThat(Instant.parse(order.path("sentAt").asText())).isEqualTo(time.truncatedTo(ChronoUnit.MILLIS));
            assertThat(order.path("ms").asLong()).isEqualTo(time.toEpochMilli());
            assertThat(order.path("ns").asText()).isEqualTo(Long.toString(nanos));
        }
        long offset = 1_800_000_000_000_000_000L;
        JsonNode later = json(patched(offset, "/ns", "time").source(0).next(0, 5));
        assertThat(later.path("ns").asText()).isEqualTo("1800000000000000005");
        // As of messages that are made for a check and never sent.
        assertThat(json(source.next(0, -1)).path("ms").asText()).isEqualTo("1000000000000");
    }

    @Test
    void shouldTakeTheWallClockOnCreation() throws IOException {
        write("order.json", ORDER);
        long before = System.currentTimeMillis();
        long nanoTime = System.nanoTime();
        PatchedSamples samples = PatchedSamples.of(Samples.read(options()), options("/ms", "time"), Map.of(), IDS, 1);
        long after = System.currentTimeMillis();

        assertThat(json(samples.source(0).next(0, nanoTime)).path("ms").asLong())
                .isBetween(before - 5, after + 5);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00Z, 2027-01-15T08:00:00Z",
        "2026-01-31T12:00:00.0+00:00, 2027-01-15T08:00:00.1+00:00",
        "2026-01-31T12:00:00.000000000Z, 2027-01-15T08:00:00.123456789Z",
        "1767225600000000, 1800000000123456",
    })
    void shouldKeepTheTemplatesPrecision(String template, String expected) throws IOException {
        write("order.json", "{\"at\": \"" + template + "\"}");

        assertThat(json(patched("/at", "time").source(0).next(0, 1_800_000_000_123_456_789L))
                        .path("at")
                        .asText())
                .isEqualTo(expected);
    }

    @Test
    void shouldRepeatRandomChoices() throws IOException {
        write("order.json", ORDER);
        String[] fields = {"/customer/id", "one of [c1, c2, c3]", "/quantity", "random(10..12)", "/lot", "random(7..11)"
        };
        PatchedSamples.Source source = patched(fields).source(0);
        PatchedSamples.Source again = patched(fields).source(0);
        PatchedSamples.Source other = patched(fields).source(1);
        Map<String, Integer> customers = new LinkedHashMap<>();
        Set<String> quantities = new TreeSet<>();
        Set<String> lots = new TreeSet<>();
        int alike = 0;
        for (int i = 0; i < 3_000; i++) {
            String message = text(source.next(i, 0));
            assertThat(text(again.next(i, 0))).isEqualTo(message);
            alike += text(other.next(i, 0)).equals(message) ? 1 : 0;
            JsonNode order = JACKSON.readTree(message);
            customers.merge(order.path("customer").path("id").asText(), 1, Integer::sum);
            quantities.add(order.path("quantity").asText());
            lots.add(order.path("lot").asText());
        }
        assertThat(customers).containsOnlyKeys("c1", "c2", "c3");
        assertThat(customers.values()).allSatisfy(count -> assertThat(count).isBetween(850, 1_150));
        assertThat(quantities).containsExactly("10", "11", "12");
        assertThat(lots).containsExactly("L-007", "L-008", "L-009", "L-010", "L-011");
        assertThat(alike).as("one of 45 is expected").isLessThan(200);
    }

    @Test
    void shouldWriteIntoBinarySamples() throws IOException {
        Files.write(directory.resolve("a.bin"), new byte[] {1, 2, '0', '0', '0', '0', '0', '0', 3});
        PatchedSamples samples = patched("bytes(2..7)", "number");

        ByteBuffer message = samples.source(0).next(0, 0);
        IdForm form = samples.form("bytes(2..7)").orElseThrow();
        assertThat(form.read(message, 2, 6)).isEqualTo(IDS.of(0, 0));
        assertThat(message.get(1)).isEqualTo((byte) 2);
        assertThat(message.get(8)).isEqualTo((byte) 3);
    }

    @Test
    void shouldAllocateNothingPerMessage() throws Exception {
        write("order.json", ORDER);
        PatchedSamples samples = patched(
                "/orderId",
                "number",
                "/uuid",
                "uuid",
                "/sentAt",
                "time",
                "/quantity",
                "random(10..99)",
                "/customer/id",
                "one of [c1, c2]");
        PatchedSamples.Source source = samples.source(0);
        FieldReader reader = FieldReader.ofPointer("/uuid");
        IdForm form = samples.form("/uuid").orElseThrow();
        int round = 20_000;

        double allocated = Allocation.perMessage(round, 0.5, () -> {
            for (int i = 0; i < round; i++) {
                ByteBuffer message = source.next(i, i);
                if (!reader.find(message, message.position(), message.limit())
                        || form.read(message, reader.at(), reader.length()) != IDS.of(0, i)) {
                    throw new AssertionError("message " + i);
                }
            }
        });

        assertThat(allocated).isLessThan(0.5);
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(ConfigException.class).hasMessageStartingWith(message);
    }

    @Test
    void shouldRefuseAFieldThatASampleLacks() throws IOException {
        write("a.json", ORDER);
        write("b.json", "{\"id\": 1}");

        refused(
                () -> patched("/orderId", "number"),
                "event.fields./orderId: missing (expected: in each sample a string or number of a JSON document, or bytes"
                        + " within it; not in b.json)");
        refused(() -> patched("bytes(0..100)", "number"), "event.fields.bytes(0..100): ");
    }

    @Test
    void shouldRefuseSamplesThatAreUnlike() throws IOException {
        write("a.json", "{\"id\": 123456, \"s\": \"X-000001\"}");
        write("b.json", "{\"id\": 1234567, \"s\": \"XX-000001\"}");

        refused(
                () -> patched("/id", "number"),
                "event.fields./id: 1234567 in b.json (expected: a number of 6 digits, as in a.json)");
        assertThat(patched("/s", "number").form("/s")).as("another prefix").isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/orderId | uuid | 123456789 in order.json (expected: a UUID of 36 characters in a string)",
                "/ref | uuid | ORD-000123/EU in order.json (expected: a UUID",
                "/price | number | 101.25 in order.json (expected: a whole number of 1 to 15 digits without a sign",
                "/ns | random(1..3) | never",
                "/sentAt | random(100..1000) | 2026-01-31T12:00:00.000Z in order.json (expected: digits for each number from 100 to 1000; these take 0 to 999",
                "/customer/id | time | c1 in order.json (expected: milliseconds, microseconds or nanoseconds since 1970",
                "/orderId | time | 123456789 in order.json (expected: milliseconds",
                "/quantity | random(1..99) | 17 in order.json (expected: digits for each number from 1 to 99; these take 10 to 99",
                "/quantity | random(10..100) | 17 in order.json (expected: digits for each number from 10 to 100",
                "/lot | random(1..1000) | L-001 in order.json (expected: digits for each number from 1 to 1000; these take 0 to 999",
                "/customer/id | one of [c1, c10] | c1 in order.json (expected: a text as long as each choice; 'c10' has 3 bytes, this one 2",
                "/customer/id | one of [c1, c\"] | c1 in order.json (expected: a string or number that c\" can replace",
                "/quantity | one of [17, 07] | 17 in order.json (expected: a string or number that 07 can replace",
                "/quantity | one of [17, é] | 17 in order.json (expected: a string or number that é can replace",
            })
    void shouldRefuseATemplateOfAnotherKind(String field, String value, String message) throws IOException {
        write("order.json", ORDER);

        if (message.equals("never")) {
            assertThat(patched(field, value)).isNotNull();
        } else {
            refused(() -> patched(field, value), "event.fields." + field + ": " + message);
        }
    }

    @Test
    void shouldRefuseWhatHasNoPlaceForDigits() throws IOException {
        write("order.json", "{\"a\": \"abc\", \"b\": \"caf\\u00e9\", \"c\": 1234567890123456}");

        refused(() -> patched("/a", "number"), "event.fields./a: abc in order.json (expected: a string with digits");
        refused(
                () -> patched("/b", "number"),
                "event.fields./b: caf\\u00e9 in order.json (expected: a string with digits");
        refused(
                () -> patched("/c", "number"),
                "event.fields./c: 1234567890123456 in order.json (expected: a whole number of 1 to 15");
    }

    @Test
    void shouldRefuseFieldsThatShareBytes() throws IOException {
        write("order.json", "{\"a\":\"000001\"}");

        assertThat(patched("/a", "number", "bytes(2..2)", "one of [a]")).isNotNull();
        refused(
                () -> patched("/a", "number", "bytes(6..7)", "random(0..9)"),
                "event.fields.bytes(6..7): order.json (expected: bytes that belong to no other field; /a has some of them)");
    }

    @Test
    void shouldRefuseARunOfMoreMessagesThanDigits() throws IOException {
        write("order.json", ORDER);
        Samples samples = Samples.read(options());
        EventOptions options = options("/ref", "number");

        assertThat(PatchedSamples.of(samples, options, Map.of(), IDS, 500_000)).isNotNull();
        refused(
                () -> PatchedSamples.of(samples, options, Map.of(), IDS, 500_001),
                "event.fields./ref: a field of 6 bytes (expected: at least 7 digits in the samples for this run's 500,001 numbers; this"
                        + " field has room for 500,000, since half of the numbers keep runs apart)");
    }
}
