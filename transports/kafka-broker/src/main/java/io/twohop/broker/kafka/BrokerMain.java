package io.twohop.broker.kafka;

import io.twohop.programs.ParentWatch;
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
        ParentWatch.start();
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
}
