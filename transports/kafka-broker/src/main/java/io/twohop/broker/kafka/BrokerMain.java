package io.twohop.broker.kafka;

import java.io.IOException;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * The main class of a broker's process. The process ends with its standard input, and so with the process that started
 * it.
 */
public final class BrokerMain {
    private BrokerMain() {}

    /** @param arguments the cluster's id, and the file with the broker's properties */
    public static void main(String[] arguments) {
        String clusterId = arguments[0];
        String properties = arguments[1];
        dieWithParent();
        // A user's tests have this jar on their class path: Log4j must not find the file by its usual name.
        System.setProperty("log4j2.configurationFile", "classpath:io/twohop/broker/kafka/log4j2.properties");
        // A restarted broker finds its storage formatted.
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
