package io.twohop.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Dispositions of SIGINT and SIGHUP at the start of a process. A process inherits them from its parent, and a JVM leaves an
 * ignored signal ignored. Tests under {@code nohup}, in a script's background job or under a container's init would start
 * commands that ignore them too.
 */
final class Interrupts {
    private static final List<List<String>> DEFAULTS = List.of(
            // Of GNU's coreutils.
            List.of("env", "--default-signal=INT,HUP"),
            List.of("perl", "-e", "$SIG{INT} = $SIG{HUP} = 'DEFAULT'; exec @ARGV or die"));

    private static final List<String> DEFAULT = first();

    private Interrupts() {}

    /** The command, to be ended by both whatever this JVM does on them. */
    static List<String> heededBy(List<String> command) {
        return prefixed(DEFAULT, command);
    }

    /** The command, to ignore SIGINT. */
    static List<String> ignoredBy(List<String> command) {
        return prefixed(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"), command);
    }

    private static List<String> prefixed(List<String> prefix, List<String> command) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(command);
        return all;
    }

    private static List<String> first() {
        for (List<String> prefix : DEFAULTS) {
            try {
                if (new ProcessBuilder(prefixed(prefix, List.of("true")))
                                .start()
                                .waitFor()
                        == 0) {
                    return prefix;
                }
            } catch (IOException e) {
                // There is no such command.
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        throw new IllegalStateException("no env --default-signal and no perl (expected: one of them on the PATH,"
                + " to start commands that heed SIGINT and SIGHUP)");
    }
}
