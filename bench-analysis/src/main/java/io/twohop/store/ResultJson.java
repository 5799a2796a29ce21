package io.twohop.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.twohop.finding.Finding;
import io.twohop.finding.Severity;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The JSON form of a result, the same for writing and for reading. */
final class ResultJson {
    /** Limit on braces, names and values together, which take many times their text's memory: dozens of times the largest of a result. */
    private static final int TOKENS = 2_000_000;

    /** Fields of later minor versions are skipped; lists, maps and trees that earlier ones lack are empty. */
    static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxTokenCount(TOKENS)
                            .build())
                    .build())
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(Instant.class, new InstantReader())
                    .addDeserializer(Finding.class, new FindingReader()))
            .addMixIn(Finding.class, FindingText.class)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .withConfigOverride(
                    List.class, lists -> lists.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .withConfigOverride(
                    JsonNode.class, trees -> trees.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .withConfigOverride(Map.class, maps -> maps.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .build();

    private ResultJson() {}

    /** A file has the texts of findings; each key that lists them implies how severe they are. */
    @JsonIgnoreProperties({"kind", "severity"})
    private interface FindingText {}

    /** Reads a finding without its kind, which a file does not hold. */
    private static final class FindingReader extends StdDeserializer<Finding> {
        private static final long serialVersionUID = 1L;

        FindingReader() {
            super(Finding.class);
        }

        @Override
        public Finding deserialize(JsonParser in, DeserializationContext context) throws IOException {
            JsonNode finding = context.readTree(in);
            String text = finding.path("text").asText();
            String remedy = finding.path("remedy").asText();
            Severity severity = finding.path("invalidates").asBoolean() ? Severity.INVALID : Severity.WARNING;
            return new Finding(null, severity, text, remedy);
        }
    }

    private static final class InstantReader extends FromStringDeserializer<Instant> {
        private static final long serialVersionUID = 1L;

        InstantReader() {
            super(Instant.class);
        }

        @Override
        protected Instant _deserialize(String text, DeserializationContext context) {
            return Instant.parse(text);
        }
    }
}
