package io.twohop.programs;

import java.io.IOException;

/** Ends a server's JVM with its standard input, and so with the process that started it. */
public final class ParentWatch {
    private ParentWatch() {}

    /**
     * Starts to watch on a thread of its own.
     *
     * @param before runs before the JVM is halted, such as to close its flight recording; the broker's own shutdown would take too long
     */
    public static void start(Runnable before) {
        Thread watcher = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // The parent never writes; it only holds the other end open.
                        }
                    } catch (IOException e) {
                        // The same as its end.
                    }
                    before.run();
                    Runtime.getRuntime().halt(1);
                },
                "parent-watcher");
        watcher.setDaemon(true);
        watcher.start();
    }
}
