package io.twohop.broker.kafka;

import java.io.IOException;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * The main class of a broker's process. It ends when its standard input ends, which it does when the process that
 * started it dies, however that happens.
 */
public final class BrokerMain {
    private BrokerMain() {}

    /** @param arguments the cluster's id and the file with the broker's properties */
    public static void main(String[] arguments) {
        String clusterId = arguments[0];
        String properties = arguments[1];
        dieWithParent();
        // Formatted already where it is started again.
        int status = StorageTool.execute(
                new String[] {"format", "--ignore-formatted", "--cluster-id", clusterId, "--config", properties},
                System.err);
        if (status != 0) {
            Runtime.getRuntime().halt(status);
        }
        Kafka.main(new String[] {properties});
    }

    private static void dieWithParent() {
        Thread watcher = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // The parent never writes; it only holds the other end open.
                        }
                    } catch (IOException e) {
                        // The same as its end.
                    }
                    // Writes the flight recording, if one was asked for; the broker's own shutdown would take too long.
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
