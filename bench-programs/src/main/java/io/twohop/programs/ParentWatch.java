package io.twohop.programs;

import java.io.IOException;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** Ends a server's JVM with its standard input, and so with the process that started it. */
public final class ParentWatch {
    private ParentWatch() {}

    /** Starts to watch on a thread of its own. Flight recordings are closed at the end; the broker's own shutdown would take too long. */
    public static void start() {
        Thread watcher = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // The parent never writes; it only holds the other end open.
                        }
                    } catch (IOException e) {
                        // The same as its end.
                    }
                    closeRecordings();
                    Runtime.getRuntime().halt(1);
                },
                "parent-watcher");
        watcher.setDaemon(true);
        watcher.start();
    }

    private static void closeRecordings() {
        // Without a recording, its classes alone would take a tenth of a second.
        if (FlightRecorder.isInitialized()) {
            FlightRecorder.getFlightRecorder().getRecordings().forEach(Recording::close);
        }
    }
}
