package io.twohop.cli.live;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A thread of its own for a watcher, which keeps no JVM alive. */
final class DaemonThread {
    private DaemonThread() {}

    static ExecutorService named(String name) {
        return Executors.newSingleThreadExecutor(work -> {
            Thread made = new Thread(work, name);
            made.setDaemon(true);
            return made;
        });
    }
}
