package io.twohop.sandbox;

import java.io.IOException;
import java.util.List;

/**
 * Keeps a terminal's Ctrl-C from a process and from those that it starts: the terminal sends SIGINT to all of a command's processes
 * at once, and the one that started the others decides how they end.
 */
public final class OwnSession {
    private static final String COMMAND = "setsid";

    private OwnSession() {}

    /** What the process's command has to begin with; empty where there is no such command, as on macOS. */
    public static List<String> command() throws IOException, InterruptedException {
        return HostCommand.isThere(COMMAND) ? List.of(COMMAND) : List.of();
    }
}
