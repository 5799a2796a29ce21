package io.twohop.sandbox;

import java.io.IOException;
import java.util.List;

/**
 * Shields a process and its children from a terminal's Ctrl-C. The terminal sends SIGINT to all processes of a command
 * at once, but the parent decides how the others end.
 */
public final class OwnSession {
    private static final String COMMAND = "setsid";

    private OwnSession() {}

    /** Returns the prefix of the process's command; empty on systems without such a command, like macOS. */
    public static List<String> command() throws IOException, InterruptedException {
        return HostCommand.isThere(COMMAND) ? List.of(COMMAND) : List.of();
    }
}
