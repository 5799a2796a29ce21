package io.twohop.engine.protocol;

import io.twohop.config.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard error of a process of a run, which becomes a file of the result. Each line loses its {@link Secrets}, since clients
 * print their configuration; a line is written once it is complete. Any thread, by way of a {@link PrintStream}.
 */
public final class ErrorOutput extends OutputStream {
    private final OutputStream out;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    ErrorOutput(OutputStream out) {
        this.out = out;
    }

    /**
     * Redirects standard error and standard output: what a library prints belongs in the log, not between the protocol's lines.
     */
    public static void install() {
        OutputStream error = new ErrorOutput(new FileOutputStream(FileDescriptor.err));
        System.setErr(new PrintStream(error, true, StandardCharsets.UTF_8));
        System.setOut(System.err);
    }

    @Override
    public void write(int oneByte) throws IOException {
        line.write(oneByte);
        if (oneByte == '\n') {
            out.write(Secrets.redact(line.toString(StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
            line.reset();
        }
    }
}
