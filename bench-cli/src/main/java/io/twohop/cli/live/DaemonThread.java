package io.twohop.cli.live;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Executors with a single daemon thread, which does not keep the JVM alive. */
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
