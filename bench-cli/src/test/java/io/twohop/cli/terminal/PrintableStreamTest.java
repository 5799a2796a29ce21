package io.twohop.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PrintableStreamTest {
    private static final String HOSTILE = "a\u001b]0;title\u0007b\u001b[2Jc\u009b31md\re\u202ef\u2028g\bh";
    private static final String HARMLESS = "a?]0;title?b?[2Jc?31md?e?f?g?h";

    private static String printed(Consumer<PrintStream> print) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        print.accept(new PrintableStream(new PrintStream(bytes, true, UTF_8), UTF_8));
        return bytes.toString(UTF_8);
    }

    @Test
    void textsCannotControlTheTerminal() {
        String newline = System.lineSeparator();
        assertThat(printed(out -> out.print(HOSTILE))).isEqualTo(HARMLESS);
        assertThat(printed(out -> out.println(HOSTILE))).isEqualTo(HARMLESS + newline);
        assertThat(printed(out -> out.printf("%s|%n", HOSTILE))).isEqualTo(HARMLESS + "|" + newline);
        assertThat(printed(out -> out.append(HOSTILE))).isEqualTo(HARMLESS);
        assertThat(printed(out -> new IllegalStateException(HOSTILE).printStackTrace(out)))
                .startsWith("java.lang.IllegalStateException: " + HARMLESS + newline + "\tat ");
    }

    @Test
    void coloursLinesAndProgressPass() {
        String own = "\u001b[1;31mINVALID\u001b[0m\t\u00e4\u20ac\ud83d\ude80\r\nnext\n";
        assertThat(printed(out -> out.print(own))).isEqualTo(own);
        assertThat(printed(out -> new TerminalLine(out, true).accept("42 %"))).startsWith("\r42 %");
    }
}
