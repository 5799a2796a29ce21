package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.testing.model.ForkBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkTreeTest {
    @TempDir
    Path directory;

    private JsonNode seconds(int most, String... rows) throws IOException {
        Files.writeString(directory.resolve("intervals.csv"), String.join("\n", rows) + "\n");
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        ForkTree.put(directory, new ForkBuilder(1).build(), most, tree);
        return tree.path("seconds");
    }

    @Test
    void shouldReportOverHowLongARowWasCountedAndWhatWasDue() throws IOException {
        String[] rows = {
            "fork,phase,startSeconds,endSeconds,countedSeconds,due,sent,completed,acknowledged,publishedBytes,arrivedBytes",
            "1,measure,0.000,1.000,1.700000,10,17,16,15,14,13",
            "1,drain,1.000,2.000,0.300000,11,3,3,3,3,3",
            "2,measure,0.000,1.000,1.000000,12,1,1,1,1,1"
        };

        assertThat(seconds(2, rows))
                .hasToString("[[0.0,1.0,17,16,15,14,13,1.7,10,\"measure\"],[1.0,2.0,3,3,3,3,3,0.3,11,\"drain\"]]");
        assertThat(seconds(1, rows)).as("no row in two phases").hasSize(2);
        rows[2] = rows[2].replace("drain", "measure");
        assertThat(seconds(1, rows)).hasToString("[[0.0,2.0,20,19,18,17,16,2.0,21,\"measure\"]]");
    }

    @Test
    void shouldTakeSecondsForWholeWhereAResultDoesNotSay() throws IOException {
        assertThat(seconds(
                        9,
                        "fork,phase,startSeconds,endSeconds,sent,completed,acknowledged,publishedBytes,arrivedBytes",
                        "1,measure,1.000,2.500,17,16,15,14,13"))
                .hasToString("[[1.0,2.5,17,16,15,14,13,1.5,null,\"measure\"]]");
    }
}
