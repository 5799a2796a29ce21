package io.twohop.cli.terminal;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/** The user's terminal, if there is one. */
public final class Terminal {
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

    /** Returns whether standard error is a terminal. */
    public static boolean isThere() {
        return isTerminal(STANDARD_ERROR);
    }

    /** Returns whether the user can answer a question. */
    public static boolean canAnswer() {
        return isThere() && isTerminal(STANDARD_INPUT);
    }

    /** Returns whether standard output is a terminal with colours, and {@code NO_COLOR} is unset (no-color.org). */
    public static boolean hasColours() {
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

    /** Returns the number of columns, 80 if unknown. */
    public static int width() {
        int width = CommandSpec.create().usageMessage().autoWidth(true).width();
        return width < NARROWEST ? USUAL : width;
    }

    /**
     * Lets the first Ctrl-C exit with shutdown hooks, and the second halt at once. A JVM ignores the second by default.
     *
     * @param exitCode exit code in either case
     * @param first message on the first Ctrl-C
     * @param second message on the second Ctrl-C
     */
    public static void endAtOnceOnSecondInterrupt(
            PrintStream err, int exitCode, String first, Supplier<String> second) {
        if (!isThere() || isInterruptIgnored()) {
            return;
        }
        AtomicBoolean interrupted = new AtomicBoolean();
        onInterrupt(() -> {
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

    /**
     * Runs an action for each Ctrl-C instead of the JVM's own. Every JDK has {@code sun.misc.Signal}; reflection avoids the compiler's
     * warning, which nothing suppresses.
     */
    private static void onInterrupt(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(
                    Terminal.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        action.run();
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(INTERRUPT), ours);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // The JVM's own handler stays: the first Ctrl-C exits, the second is ignored.
        }
    }

    /** Returns whether the parent process had this one ignore Ctrl-C. */
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
