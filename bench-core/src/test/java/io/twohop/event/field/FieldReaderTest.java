package io.twohop.event.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class FieldReaderTest {
    private static final JsonMapper JACKSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final List<String> KEYS =
            List.of("a", "b", "id", "0", "1", "", "é", "€", "😀", "a/b", "m~n", "q\"", "\\", "\n");
    private static final List<String> SPACES = List.of("", "", "", "", " ", "\n", "\t\r ", "    ");
    private static final List<String> NUMBERS =
            List.of("0", "-0", "7", "-12", "12345", "1.50", "-0.001", "1e3", "2.5E-7", "9E+2", "-9.5e1");
    private static final String BYTES = "{}[],:\"\\0123456789-+.eEtrufalsn \n\t\u0001/ab";

    private static final Pattern HALF_PAIR = Pattern.compile("\\\\u[dD][89a-fA-F]");
    private static final Pattern PAIR =
            Pattern.compile("\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}");

    private final Random random = new Random(20_261_129);

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String space() {
        return any(SPACES);
    }

    /** Returns a text between quotes, with characters as they are, or escaped, where either is allowed. */
    private String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            boolean mustEscape = c < ' ' || c == '"' || c == '\\';
            if (mustEscape && c != '\n' && random.nextBoolean()) {
                quoted.append('\\').append(c);
            } else if (c == '\n' && random.nextBoolean()) {
                quoted.append("\\n");
            } else if (c == '/' && random.nextBoolean()) {
                quoted.append("\\/");
            } else if (mustEscape || !Character.isSurrogate(c) && random.nextInt(6) == 0) {
                quoted.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
            } else {
                quoted.append(c);
            }
        }
        // Half of the pairs escaped as a whole.
        String whole = quoted.append('"').toString();
        return random.nextBoolean() ? whole : whole.replace("😀", "\\ud83d\\uDE00");
    }

    private String value(int depth) {
        int kind = random.nextInt(depth > 0 ? 8 : 5);
        return switch (kind) {
            case 0, 1 -> any(NUMBERS);
            case 2, 3 -> quoted(any(KEYS) + any(KEYS));
            case 4 -> any(List.of("true", "false", "null"));
            case 5 -> container(depth, false);
            default -> container(depth, true);
        };
    }

    private String container(int depth, boolean object) {
        StringBuilder text = new StringBuilder(object ? "{" : "[").append(space());
        int elements = random.nextInt(5);
        for (int i = 0; i < elements; i++) {
            text.append(i == 0 ? "" : "," + space());
            if (object) {
                text.append(quoted(any(KEYS))).append(space()).append(':').append(space());
            }
            text.append(value(depth - 1)).append(space());
        }
        return text.append(object ? "}" : "]").toString();
    }

    private String pointer() {
        StringBuilder pointer = new StringBuilder();
        int parts = random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(3);
        for (int i = 0; i < parts; i++) {
            pointer.append('/').append(any(KEYS).replace("~", "~0").replace("/", "~1"));
        }
        return pointer.toString();
    }

    private byte[] document() {
        String text = space() + value(4) + space();
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns what Jackson finds: a text, a number, or null for neither. */
    private static JsonNode expected(byte[] document, String pointer) {
        try {
            JsonNode node = JACKSON.readTree(document).at(pointer);
            return node.isTextual() || node.isNumber() ? node : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns what the scan finds; the buffer ends with the document, or goes on with more that must not be read. */
    private JsonNode found(FieldReader reader, byte[] document) throws IOException {
        int from = random.nextInt(4);
        ByteBuffer message = ByteBuffer.allocateDirect(from + document.length + 8)
                .order(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        byte[] around = "\"}]0 1}\"".getBytes(StandardCharsets.US_ASCII);
        message.put(around, 0, from).put(document).put(around);
        int limit = from + document.length;
        message.position(0).limit(random.nextBoolean() ? limit : message.capacity());
        if (!reader.find(message, from, limit)) {
            return null;
        }
        assertThat(reader.at()).isGreaterThanOrEqualTo(from);
        assertThat(reader.at() + reader.length()).isLessThanOrEqualTo(limit);
        byte[] text = Arrays.copyOfRange(document, reader.at() - from, reader.at() - from + reader.length());
        String content = new String(text, StandardCharsets.UTF_8);
        return JACKSON.readTree(reader.isString() ? "\"" + content + "\"" : content);
    }

    private static String shown(byte[] document, String pointer) {
        return "'" + pointer + "' in " + new String(document, StandardCharsets.UTF_8);
    }

    @Test
    void shouldFindWhatJacksonFinds() throws IOException {
        int found = 0;
        for (int i = 0; i < 60_000; i++) {
            byte[] document = document();
            String pointer = pointer();
            JsonNode expected = expected(document, pointer);
            FieldReader reader = FieldReader.ofPointer(pointer);
            for (int again = 0; again < 2; again++) {
                assertThat(found(reader, document)).as(shown(document, pointer)).isEqualTo(expected);
            }
            found += expected == null ? 0 : 1;
        }
        assertThat(found).as("documents with the field").isGreaterThan(2_000);
    }

    @Test
    void shouldFindNothingInCutDocuments() throws IOException {
        int cut = 0;
        for (int i = 0; i < 3_000; i++) {
            byte[] document = document();
            String pointer = pointer();
            FieldReader reader = FieldReader.ofPointer(pointer);
            for (int length = 0; length < document.length; length++) {
                byte[] part = Arrays.copyOf(document, length);
                if (isUtf8(part)) {
                    assertThat(found(reader, part)).as(shown(part, pointer)).isEqualTo(expected(part, pointer));
                    cut++;
                }
            }
        }
        assertThat(cut).isGreaterThan(50_000);
    }

    @Test
    void shouldJudgeChangedDocumentsAsJacksonDoes() throws IOException {
        int malformed = 0;
        int found = 0;
        for (int i = 0; i < 60_000; i++) {
            byte[] document = document();
            String pointer = pointer();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                document = changed(document);
            }
            JsonNode actual = found(FieldReader.ofPointer(pointer), document);
            // Jackson takes zeros for a sign of UTF-16 or UTF-32, and checks bytes above 127 and surrogates, which the
            // scan does not.
            if (isUtf8(document) && !contains(document, (byte) 0) && !hasHalfPair(document)) {
                JsonNode expected = expected(document, pointer);
                assertThat(actual).as(shown(document, pointer)).isEqualTo(expected);
                malformed += isMalformed(document) ? 1 : 0;
                found += expected == null ? 0 : 1;
            }
        }
        assertThat(malformed).isGreaterThan(20_000);
        assertThat(found).isGreaterThan(300);
    }

    private byte[] changed(byte[] document) {
        int at = random.nextInt(document.length);
        byte other = random.nextInt(8) == 0
                ? (byte) random.nextInt(256)
                : (byte) BYTES.charAt(random.nextInt(BYTES.length()));
        byte[] changed = document.clone();
        switch (random.nextInt(3)) {
            case 0 -> changed[at] = other;
            case 1 -> {
                changed = Arrays.copyOf(document, document.length + 1);
                System.arraycopy(document, at, changed, at + 1, document.length - at);
                changed[at] = other;
            }
            default -> {
                int length = 1 + random.nextInt(Math.min(3, document.length - at));
                System.arraycopy(document, at, changed, 0, length);
                System.arraycopy(document, 0, changed, length, at);
            }
        }
        return changed;
    }

    private static boolean hasHalfPair(byte[] document) {
        String text = new String(document, StandardCharsets.UTF_8);
        return HALF_PAIR.matcher(PAIR.matcher(text).replaceAll("")).find();
    }

    private static boolean contains(byte[] document, byte wanted) {
        for (byte b : document) {
            if (b == wanted) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMalformed(byte[] document) {
        try {
            JACKSON.readTree(document);
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static boolean isUtf8(byte[] document) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static String text(String pointer, String document) {
        FieldReader reader = FieldReader.ofPointer(pointer);
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        return reader.find(ByteBuffer.wrap(bytes), 0, bytes.length)
                ? new String(bytes, reader.at(), reader.length(), StandardCharsets.UTF_8)
                : null;
    }

    @Test
    void shouldFindStringsAndNumbersOnly() {
        String document =
                "{\"s\": \"x\\ty\", \"n\": -1.50 , \"t\": true, \"z\": null, \"o\": {\"i\": [10, {\"k\": \"v\"}]}}";

        assertThat(text("/s", document)).isEqualTo("x\\ty");
        assertThat(text("/n", document)).isEqualTo("-1.50");
        assertThat(text("/o/i/0", document)).isEqualTo("10");
        assertThat(text("/o/i/1/k", document)).isEqualTo("v");
        for (String none : new String[] {"/t", "/z", "/o", "/o/i", "/o/i/2", "/o/i/00", "/o/i/-", "/k", "/S", ""}) {
            assertThat(text(none, document)).as(none).isNull();
        }
        assertThat(text("", "\uFEFF 12 ")).isEqualTo("12");
    }

    @Test
    void shouldTakeTheLastOfEqualKeys() {
        assertThat(text("/a", "{\"a\": 1, \"\\u0061\": 2}")).isEqualTo("2");
        assertThat(text("/a", "{\"a\": 1, \"a\": null}")).isNull();
        assertThat(text("/a/b", "{\"a\": {\"b\": 1}, \"a\": {\"c\": 2}}")).isNull();
        assertThat(text("/a/b", "{\"a\": {\"b\": 1}, \"a\": 3}")).isNull();
        assertThat(text("/a/b", "{\"a\": 3, \"a\": {\"b\": 1}}")).isEqualTo("1");
    }

    @Test
    void shouldFindNothingBeyondTheDeepestNesting() {
        String deepest = "[".repeat(999) + "1" + "]".repeat(999);

        assertThat(text("/id", "{\"d\": " + deepest + ", \"id\": 5}")).isEqualTo("5");
        assertThat(text("/id", "{\"d\": [" + deepest + "], \"id\": 5}")).isNull();
        assertThat(text("/id", "[".repeat(1 << 20))).isNull();
    }

    @Test
    void shouldReadMessagesOfAnySize() {
        for (int length = 0; length < 2_100; length++) {
            String document = "{\"id\": 5, \"text\": \"" + "x".repeat(length);

            assertThat(text("/id", document)).as("cut off after " + length).isNull();
            assertThat(text("/id", document + "\"}")).isEqualTo("5");
        }
    }

    @Test
    void shouldFindNothingOutsideTheBuffer() {
        ByteBuffer message = ByteBuffer.wrap("{\"a\":1}".getBytes(StandardCharsets.US_ASCII));
        FieldReader reader = FieldReader.ofPointer("/a");

        assertThat(reader.find(message, 0, 7)).isTrue();
        assertThat(reader.find(message, 0, 8)).isFalse();
        assertThat(reader.find(message, -1, 7)).isFalse();
        assertThat(reader.find(message, 7, 6)).isFalse();
        assertThat(reader.find(message, 7, 7)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"orderId", "a/b", "/a~", "/a~2", "$.orderId", " /a"})
    void shouldRefuseWhatIsNoPointer(String pointer) {
        assertThatThrownBy(() -> FieldReader.ofPointer(pointer))
                .isInstanceOf(ConfigException.class)
                .hasMessage("field: " + pointer + " (expected: a JSON pointer, such as /orderId or /items/0/id)");
    }

    @Test
    void shouldFindBytesAtAFixedPlace() {
        ByteBuffer message = ByteBuffer.allocate(20);
        FieldReader reader = FieldReader.ofBytes(4, 8);

        assertThat(reader.find(message, 3, 15)).isTrue();
        assertThat(reader.at()).isEqualTo(7);
        assertThat(reader.length()).isEqualTo(8);
        assertThat(reader.find(message, 3, 14)).isFalse();
        assertThat(FieldReader.ofBytes(Integer.MAX_VALUE, Integer.MAX_VALUE).find(message, 0, 20))
                .isFalse();
    }
}
