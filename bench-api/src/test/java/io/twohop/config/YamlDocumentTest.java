package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlDocumentTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a: 1\\n&k b: 2                                 | 2:1: anchor: &k
            a: &x [*x]                                     | 1:8: alias: *x
            a: &x 1\\nb: {<<: *x}                          | 2:5: <<: 1
            a: 1\\nb: *a                                   | 2:4: alias: *a
            a: &x 1\\n? *x\\n: 1                            | 2:3: mapping key: an alias
            a: !!javax.script.ScriptEngineManager [x] | 1:4: tag: tag:yaml.org,2002:javax.script.ScriptEngineManager
            a: !!str 1                                     | 1:4: tag: tag:yaml.org,2002:str
            a: ! 1                                         | 1:4: tag: !
            !!map {a: 1}                                   | 1:1: tag: tag:yaml.org,2002:map
            a: 1\\n---\\nb: 1                              | 2:1: document: a second document
            a: 1\\nb:\\n  c: 1\\n  c: 2 | 4:3: c: duplicate key (expected: each key once; it is also at line 3)
            [a]: 1                                         | 1:1: mapping key: a list
            ? {a: 1}\\n: 1                                 | 1:3: mapping key: a mapping
            a: 1\\n\\tb: 1                                 | 2:1: YAML: found character
            a: [1                                          | 1:6: YAML: expected ',' or ']'
            a: "x                                          | 1:6: YAML: found unexpected end of stream
            a: b: c                                        | 1:5: YAML: mapping values are not allowed here
            - a                                            | 1:1: document: a list
            \\n  text                                      | 2:3: document: text
            # nothing                                      | 1:10: document: empty
            ---                                            | 1:4: document: empty
            """)
    void shouldNameThePlaceWhenTheTextIsRefused(String text, String message) {
        String yaml = text.replace("\\n", "\n").replace("\\t", "\t");

        assertThatThrownBy(() -> YamlDocument.parse("dir/x.yaml", yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("dir/x.yaml:" + message)
                .hasMessageContaining(" (expected: ")
                .hasMessageEndingWith(")");
    }

    @Test
    void shouldRefuseAliasesThatWouldExpandWithoutEnd() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }

        assertThatThrownBy(() -> YamlDocument.parse("bomb.yaml", bomb.toString()))
                .hasMessageMatching(
                        "bomb.yaml:1[0-9]:\\d+: alias: \\*a\\d+ \\(expected: aliases of at most 10,000 values\\)");
    }

    @Test
    void shouldReadAnchorsAsPeopleWriteThem() {
        String yaml = """
                x-both: &both { acks: 1, linger: 0 }
                rate: &rate 10k
                producer: { <<: *both, acks: all }
                other: { <<: [*both, { name: x }], rate: *rate }
                quoted: { '<<': kept }
                """;

        assertThat(YamlDocument.parse("x", yaml).toTree().toString())
                .isEqualTo("{\"rate\":\"10k\",\"producer\":{\"acks\":\"all\",\"linger\":\"0\"},"
                        + "\"other\":{\"rate\":\"10k\",\"acks\":\"1\",\"linger\":\"0\",\"name\":\"x\"},"
                        + "\"quoted\":{\"<<\":\"kept\"}}");
    }

    @Test
    void shouldAcceptTwentyLevelsAndRefuseMoreWhenNested() {
        assertThat(YamlDocument.parse("x", "a: " + "[".repeat(19) + "]".repeat(19))
                        .keys())
                .containsExactly("a");
        assertThatThrownBy(() -> YamlDocument.parse("x", "a: " + "[".repeat(20) + "]".repeat(20)))
                .hasMessage("x:1:23: nesting: 21 levels (expected: at most 20 levels)");
        assertThatThrownBy(() -> YamlDocument.parse("x", "[".repeat(100_000)))
                .hasMessage("x:1:21: nesting: 21 levels (expected: at most 20 levels)");
    }

    @Test
    void shouldRefuseTheTextWhenLongerThanAMillionCharacters() {
        String text = "a: " + "x".repeat(1_000_000);

        assertThatThrownBy(() -> YamlDocument.parse("x", text))
                .hasMessage("x: document: 1,000,003 characters (expected: at most 1,000,000 characters)");
    }

    @Test
    void shouldKeepScalarsAsTextWhenYaml11WouldConvertThem() {
        String yaml = "a: [yes, 012, 1:30, 2001-01-01, 1_0, 0x1F, .inf, 'true', \"null\", '']";

        assertThat(YamlDocument.parse("x", yaml).toTree().toString())
                .isEqualTo("{\"a\":[\"yes\",\"012\",\"1:30\",\"2001-01-01\",\"1_0\",\"0x1F\",\".inf\","
                        + "\"true\",\"null\",\"\"]}");
    }

    @Test
    void shouldRecogniseOnlyPlainTrueFalseAndNullWhenReadingScalars() {
        assertThat(YamlDocument.parse("x", "a: [true, false, null, ~, True]\nb:")
                        .toTree()
                        .toString())
                .isEqualTo("{\"a\":[true,false,null,null,\"True\"],\"b\":null}");
    }

    @Test
    void shouldParseBackToAnEqualTreeWhenWrittenAsYaml() {
        String yaml = """
                text: plain
                quoted: ['true', 'null', '', "~", " blank ", "a: b", "# c", "- d", "*e",
                  "line\\nbreak\\n", "\\r\\n", "\\L", "\\u0001"]
                bare: [true, false, ~, 50, 012, 1:30, yes, "\u00fc"]
                'odd: key': {'': x, 'true': y, linger.ms: 5, empty: {}, none: []}
                """;
        YamlDocument document = YamlDocument.parse("x", yaml);

        String written = document.toYaml();

        assertThat(YamlDocument.parse("y", written).toTree()).isEqualTo(document.toTree());
        assertThat(written).contains("- 1:30\n").contains("- 'true'\n").contains("- true\n");
    }

    @Test
    void shouldSplitTheTopLevelWhenKeysAreNamed() {
        YamlDocument document = YamlDocument.parse("x", "a: 1\nb: 2\nc: 3");

        assertThat(document.only(Set.of("c", "a", "z")).keys()).containsExactly("a", "c");
        assertThat(document.without(Set.of("c", "z")).keys()).containsExactly("a", "b");
        assertThat(document.keys()).containsExactly("a", "b", "c");
    }

    @Test
    void shouldGiveTheTextWhenTheKeyIsAScalar() {
        YamlDocument document = YamlDocument.parse("x.yaml", "a: 012\nb: {c.d: x}\ne:\nf: [1]");

        assertThat(document.text("a")).contains("012");
        assertThat(document.text("b.c.d")).contains("x");
        assertThat(document.text("e")).isEmpty();
        assertThat(document.text("nowhere")).isEmpty();
        assertThatThrownBy(() -> document.text("f")).hasMessage("x.yaml:4:4: f: a list (expected: a text)");
    }

    @Test
    void shouldTakeTheNameFromTheFileWhenItHasADirectory() {
        assertThat(YamlDocument.parse("some/dir/100kps.yaml", "a: 1").name()).isEqualTo("100kps");
        assertThat(YamlDocument.parse("C:\\dir\\v1.2.yml", "a: 1").name()).isEqualTo("v1.2");
    }

    @Test
    void shouldSuggestASiblingWhenTheFileIsMissing() throws IOException {
        Files.writeString(directory.resolve("100kps.yaml"), "rate: 100k");

        assertThatThrownBy(() -> YamlDocument.read(directory.resolve("100kp.yaml")))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        directory.resolve("100kp.yaml")
                                + ": file: not found (expected: a readable YAML file in UTF-8 of at most 4,000,000 bytes; did you mean '100kps.yaml'?)");
        assertThatThrownBy(() -> YamlDocument.read(directory.resolve("100kps")))
                .hasMessageContaining("did you mean '100kps.yaml'?");
        assertThatThrownBy(() -> YamlDocument.read(directory)).hasMessageContaining("a directory");
    }

    @Test
    void shouldRefuseTheFileWhenItIsBinary() throws IOException {
        Path jar = Files.write(directory.resolve("a.jar"), new byte[] {'P', 'K', 3, 4, (byte) 0xff, (byte) 0xfe});
        Path control = Files.write(directory.resolve("b.yaml"), new byte[] {'a', ':', ' ', 1});

        assertThatThrownBy(() -> YamlDocument.read(jar))
                .hasMessageStartingWith(jar + ": file: not in UTF-8 (expected:");
        assertThatThrownBy(() -> YamlDocument.read(control))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the character U+0001 at offset 3");
    }
}
