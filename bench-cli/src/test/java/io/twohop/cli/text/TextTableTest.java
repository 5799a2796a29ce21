package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void shouldKeepColumnsApartHoweverWideACellIs() {
        TextTable table = new TextTable().left(4).right(6).right(6).left(0);
        table.row(List.of("unit", "p50", "p99", "samples"));
        table.row(List.of("publish", "(11,819.549)", "(18,018.730)", "4"));
        table.row(List.of("short", "1"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        table.print("> ", new PrintStream(out, true, StandardCharsets.UTF_8));

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "> unit              p50           p99  samples",
                        "> publish  (11,819.549)  (18,018.730)  4",
                        "> short               1");
    }
}
