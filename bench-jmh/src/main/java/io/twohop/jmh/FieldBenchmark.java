package io.twohop.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.twohop.event.Samples;
import io.twohop.event.field.FieldReader;
import io.twohop.event.field.IdForm;
import io.twohop.event.field.IdForms;
import io.twohop.event.field.MessageIds;
import io.twohop.event.field.PatchedSamples;
import io.twohop.workload.EventOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of fields that vary per message, in an order of 462 bytes: writing five of them, and finding one in a reply. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class FieldBenchmark {
    private static final String ORDER = """
            {"orderId":100000000001,"requestId":"6f1c1f8e-2d0e-4a56-9b7e-1d2f3a4b5c6d","sentAt":"2026-01-31T12:00:00.000Z",\
            "sentMillis":1767225600000,"customerId":"c1","account":{"number":"DE-4711","desk":"rates","tags":["a","b","c"]},\
            "instrument":"DE0001102580","quantity":250,"price":101.25,"venue":"XEUR",\
            "comment":"with \\"quotes\\" and a \\u20ac sign","limits":[{"kind":"day","value":1000000},{"kind":"week",\
            "value":5000000}],"padding":"","last":"200000000002"}""";
    private static final int BYTES = 462;
    private static final MessageIds IDS = new MessageIds("twohop-1", 1);

    private static String order() {
        return ORDER.replace("\"padding\":\"", "\"padding\":\"" + "x".repeat(BYTES - ORDER.length()));
    }

    /** A producer's messages. */
    @State(Scope.Thread)
    public static class Writing {
        private EventOptions options;
        private PatchedSamples.Source source;
        private long sequence;

        @Setup
        public void setUp() throws IOException {
            Path file = Files.writeString(Files.createTempFile("order", ".json"), order());
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("/orderId", "number");
            fields.put("/requestId", "uuid");
            fields.put("/sentAt", "time");
            fields.put("/sentMillis", "time");
            fields.put("/customerId", "one of [c1, c2, c3]");
            options = EventOptions.of(file).varying(fields);
            source = PatchedSamples.of(Samples.read(options), options, Map.of(), IDS, 1_000_000)
                    .source(0);
            Files.delete(file);
        }
    }

    /** A reply. */
    @State(Scope.Thread)
    public static class Reading {
        @Param({"orderId", "last"})
        String field;

        private final byte[] array = order().getBytes(StandardCharsets.UTF_8);
        private final ByteBuffer message =
                ByteBuffer.allocateDirect(BYTES).put(array).flip();
        private final IdForm form = IdForms.decimal(IDS, 12, false);
        private final JsonFactory jackson = new JsonFactory();
        private FieldReader reader;

        @Setup
        public void setUp() {
            reader = FieldReader.ofPointer("/" + field);
        }
    }

    @Benchmark
    public ByteBuffer write(Writing state) {
        long sequence = state.sequence++;
        return state.source.next(sequence, sequence * 10_000);
    }

    /** Reads the whole document, so that one that is cut off has no field. */
    @Benchmark
    public long find(Reading state) {
        FieldReader reader = state.reader;
        return reader.find(state.message, 0, BYTES)
                ? state.form.read(state.message, reader.at(), reader.length())
                : IdForm.ABSENT;
    }

    /** Ends at the field, unlike {@link #find}. */
    @Benchmark
    public String findWithJackson(Reading state) throws IOException {
        try (JsonParser parser = state.jackson.createParser(state.array)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = parser.currentName().equals(state.field);
                parser.nextToken();
                if (found) {
                    return parser.getText();
                }
                parser.skipChildren();
            }
            return null;
        }
    }

    /** Reads the whole document, as {@link #find} does. */
    @Benchmark
    public String readAllWithJackson(Reading state) throws IOException {
        String found = null;
        try (JsonParser parser = state.jackson.createParser(state.array)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isWanted = parser.currentName().equals(state.field);
                parser.nextToken();
                if (isWanted) {
                    found = parser.getText();
                }
                parser.skipChildren();
            }
            return found;
        }
    }
}
