package io.twohop.registry;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.nio.file.Path;

/** Recognises files of other tools, which users pass in good faith, and says what to write instead. Any thread. */
final class OtherFormats {
    /** Translates both of its files, and measures. */
    private static final String BRIDGE =
            "'bench omb WORKLOAD.yaml DRIVER.yaml', which takes both of its files as they are";

    private OtherFormats() {}

    /** @throws ConfigException for a workload of OpenMessaging Benchmark */
    static void refuseWorkload(YamlDocument document) {
        if (document.keys().contains("producerRate") || document.keys().contains("partitionsPerTopic")) {
            throw refused(document.sourceName(), "a workload of OpenMessaging Benchmark", BRIDGE);
        }
    }

    /** @throws ConfigException for a driver's file of OpenMessaging Benchmark, and for its workload in the place of one */
    static void refuseTransport(YamlDocument document) {
        refuseWorkload(document);
        if (document.keys().contains("driverClass")) {
            throw refused(document.sourceName(), "a driver's file of OpenMessaging Benchmark", BRIDGE);
        }
    }

    /** @throws ConfigException for a file of Java properties, before it is read as YAML */
    static void refuseProperties(Path file) {
        if (file.toString().endsWith(".properties")) {
            throw refused(
                    file.toString(),
                    "a file of client properties",
                    "a transport file, such as './bench --properties " + file + " kafka.yaml'");
        }
    }

    private static ConfigException refused(String file, String what, String expected) {
        return ConfigException.inFile(Path.of(file), 1, "file", what, expected);
    }
}
