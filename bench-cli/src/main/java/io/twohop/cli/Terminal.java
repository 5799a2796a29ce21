package io.twohop.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jline.utils.Signals;
import picocli.CommandLine.Model.CommandSpec;

/** The terminal that a user sits at, if there is one. */
final class Terminal {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");
    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    private static final int HEXADECIMAL = 16;

    /** SIGINT is number 2, the second bit. */
    private static final long INTERRUPT_BIT = 1L << 1;

    private static final String INTERRUPT = "INT";
    private static final int NARROWEST = 40;
    private static final int USUAL = 80;

    private Terminal() {}

    /** Whether standard error goes to one. */
    static boolean isThere() {
        return isTerminal(STANDARD_ERROR);
    }

    /** Whether somebody can be asked there. */
    static boolean canAnswer() {
        return isThere() && isTerminal(STANDARD_INPUT);
    }

    /** Whether standard output goes to one that shows them, and nobody asked for none (no-color.org). */
    static boolean hasColours() {
        String none = System.getenv("NO_COLOR");
        return isTerminal(STANDARD_OUTPUT) && (none == null || none.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
    }

    private static boolean isTerminal(Path stream) {
        try {
            Path target = Files.readSymbolicLink(stream);
            return target.startsWith("/dev/pts") || target.toString().startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return System.console() != null;
        }
    }

    /** Columns; 80 where it does not say. */
    static int width() {
        int width = CommandSpec.create().usageMessage().autoWidth(true).width();
        return width < NARROWEST ? USUAL : width;
    }

    /**
     * The first Ctrl-C exits with its shutdown hooks, as ever; the second does not wait for them. A JVM by itself takes no heed of
     * the second.
     *
     * @param exitCode of both
     * @param first printed at the first
     * @param second printed at the second
     */
    static void endAtOnceOnSecondInterrupt(PrintStream err, int exitCode, String first, Supplier<String> second) {
        if (!isThere() || isInterruptIgnored()) {
            return;
        }
        AtomicBoolean interrupted = new AtomicBoolean();
        Signals.register(INTERRUPT, () -> {
            if (interrupted.compareAndSet(false, true)) {
                err.println();
                err.println(first);
                System.exit(exitCode);
            }
            err.println();
            err.println(second.get());
            Runtime.getRuntime().halt(exitCode);
        });
    }

    /** The starter of this process asked it to ignore Ctrl-C. */
    private static boolean isInterruptIgnored() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(IGNORED))
                    .map(line -> line.substring(IGNORED.length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, HEXADECIMAL) & INTERRUPT_BIT) != 0);
        } catch (IOException e) {
            return false;
        }
    }
}
