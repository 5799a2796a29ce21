package io.twohop.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.compare.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against nights.csv, and what Apache Otava finds in it: otava.json, made by otava.py. */
class OtavaFilesTest {
    private static final Metric P99 = new Metric("endToEnd.p99");

    @TempDir
    Path directory;

    private History history() throws IOException {
        Path results = directory.resolve("results");
        if (!Files.exists(results)) {
            new Nights(results).all(60, OtavaFilesTest::slower);
        }
        return History.of(HistoryReader.read(List.of(results)).results(), P99::equals, 0.01);
    }

    private static double slower(int night) {
        return 1_000_000 * (night < 15 ? 1 : night < 30 ? 1.05 : night < 45 ? 1.155 : 1.386);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = OtavaFilesTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldWriteWhatOtavaReads() throws IOException {
        Path files = directory.resolve("csv");

        assertThat(OtavaFiles.write(history(), files)).containsExactly("1-endToEnd.p99");
        assertThat(Files.readString(files.resolve("1-endToEnd.p99.csv"))).isEqualTo(resource("nights.csv"));
        assertThat(Files.readString(files.resolve("otava.yaml")))
                .isEqualTo("""
                tests:
                  1-endToEnd.p99:
                    type: csv
                    file: "%s"
                    time_column: time
                    attributes: [commit, result]
                    metrics:
                      endToEnd.p99:
                        direction: -1
                """.formatted(files.resolve("1-endToEnd.p99.csv")));
    }

    /** In a shared directory, another user may have put links in the place of the files. */
    @Test
    void shouldFollowNoLinkInThePlaceOfItsFiles() throws Exception {
        Path files = Files.createDirectory(directory.resolve("csv"));
        Path valued = Files.writeString(directory.resolve("valued"), "before");
        Files.createSymbolicLink(files.resolve("1-endToEnd.p99.csv"), valued);
        Files.createSymbolicLink(files.resolve("otava.yaml"), valued);

        OtavaFiles.write(history(), files);

        assertThat(valued).hasContent("before");
        assertThat(files.resolve("1-endToEnd.p99.csv")).isRegularFile();
    }

    /** Otava's t-tests find one more, of -3 %, in fifteen nights without a change. */
    @Test
    void shouldFindTheChangesThatOtavaFinds() throws IOException {
        List<Change> changes = history().series().get(0).metrics().get(0).changes();
        Map<String, JsonNode> otava = new TreeMap<>();
        new ObjectMapper()
                .readTree(resource("otava.json"))
                .forEach(one -> otava.put(one.get("commit").asText(), one));
        assertThat(otava).containsOnlyKeys("c016", "c027", "c030", "c045");

        assertThat(changes).extracting(change -> change.after().revision()).containsExactly("c016", "c030", "c045");
        // Means of stretches that are the same for both.
        assertMean(changes.get(0).from(), otava.get("c016").get("before"));
        assertMean(changes.get(1).to(), otava.get("c030").get("after"));
        assertMean(changes.get(2).from(), otava.get("c045").get("before"));
        assertMean(changes.get(2).to(), otava.get("c045").get("after"));
        assertThat(Math.round(100 * changes.get(2).share().orElseThrow()))
                .isEqualTo(otava.get("c045").get("percent").asInt());
    }

    private static void assertMean(double mean, JsonNode otavas) {
        assertThat(mean).isEqualTo(otavas.asDouble(), within(1e-5));
    }

    @Test
    void shouldOverwriteNothingOfOthers() throws IOException {
        Path files = Files.createDirectories(directory.resolve("csv"));
        OtavaFiles.write(history(), files);
        OtavaFiles.write(history(), files);

        Path others = Files.createDirectories(directory.resolve("others"));
        Files.writeString(others.resolve("mine.txt"), "mine");
        assertThatThrownBy(() -> OtavaFiles.write(history(), others))
                .hasMessageContaining("(expected: a new directory, or one that this wrote; something else is there)");
        assertThatThrownBy(() -> OtavaFiles.write(history(), others.resolve("mine.txt")))
                .hasMessageContaining("something else is there");
        assertThat(others).isDirectoryNotContaining("glob:**otava.yaml");
    }
}
