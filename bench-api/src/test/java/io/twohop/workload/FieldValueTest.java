package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldValueTest {
    private static FieldValue parse(String text) {
        return FieldValue.parse("event.fields./id", text);
    }

    @Test
    void shouldReadValues() {
        assertThat(parse("number")).isEqualTo(new FieldValue.Number());
        assertThat(parse(" uuid ")).isEqualTo(new FieldValue.Uuid());
        assertThat(parse("time")).isEqualTo(new FieldValue.Time());
        assertThat(parse("random(1..100)")).isEqualTo(new FieldValue.Random(1, 100));
        assertThat(parse("random( 7 .. 7 )")).isEqualTo(new FieldValue.Random(7, 7));
        assertThat(parse("one of [c1, d 2]")).isEqualTo(new FieldValue.OneOf(List.of("c1", "d 2")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Number", "numbers", "random", "random(1-2)", "random(-1..2)", "one of a, b", "[a, b]"})
    void shouldRefuseOtherTexts(String text) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("event.fields./id: ")
                .hasMessageEndingWith("(expected: number, uuid, time, random(1..100) or one of [a, b, c])");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "random(2..1) | a range that does not end before it begins",
                "one of [] | texts between commas, none of them empty",
                "one of [a,, b] | texts between commas, none of them empty"
            })
    void shouldRefuseValuesThatCannotBe(String text, String expected) {
        assertThatThrownBy(() -> parse(text)).hasMessage("event.fields./id: " + text + " (expected: " + expected + ")");
    }

    @Test
    void shouldReadPlaces() {
        assertThat(FieldPlace.parse("/a/0/b~1c~0d")).isEqualTo(new FieldPlace.Pointer("/a/0/b~1c~0d"));
        assertThat(FieldPlace.parse("/")).isEqualTo(new FieldPlace.Pointer("/"));
        assertThat(FieldPlace.parse("bytes(16..51)")).isEqualTo(new FieldPlace.Bytes(16, 36));
        assertThat(FieldPlace.parse("bytes(0..0)")).isEqualTo(new FieldPlace.Bytes(0, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "", "/a~2", "a/b", "bytes(2..1)", "bytes(16, 36)", "bytes(-1..2)"})
    void shouldRefuseOtherPlaces(String text) {
        assertThatThrownBy(() -> FieldPlace.parse(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "(expected: a JSON pointer, such as /orderId or /items/0/id, or the first and last");
    }
}
