package io.twohop.transport.aeron.driver;

import io.twohop.transport.kit.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.agrona.concurrent.ShutdownSignalBarrier;

/**
 * The main class of a media driver's process. The process ends with its standard input, and so with the process that
 * started it, and deletes its directory in shared memory.
 */
public final class DriverMain {
    private DriverMain() {}

    /** @param arguments the directory to delete, the aeron.dir in it, and those of a {@link DriverPlan} */
    public static void main(String[] arguments) {
        Path whole = Path.of(arguments[0]);
        List<String> all = Arrays.asList(arguments);
        dieWithParent(whole);
        DriverPlan plan = DriverPlan.of(all.subList(2, all.size()));
        ShutdownSignalBarrier barrier = new ShutdownSignalBarrier();
        try (Drivers drivers = new Drivers(plan, Path.of(arguments[1]))) {
            System.out.println(drivers);
            barrier.await();
        } finally {
            barrier.close();
        }
    }

    private static void dieWithParent(Path whole) {
        Thread watcher = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // The parent never writes; it only holds the other end open.
                        }
                    } catch (IOException e) {
                        // The same as its end.
                    }
                    // A client that has the files mapped keeps them until it ends.
                    OwnedDirectory.delete(whole);
                    // Without a recording, its classes alone would take a tenth of a second.
                    if (FlightRecorder.isInitialized()) {
                        FlightRecorder.getFlightRecorder().getRecordings().forEach(Recording::close);
                    }
                    Runtime.getRuntime().halt(1);
                },
                "parent-watcher");
        watcher.setDaemon(true);
        watcher.start();
    }
}
