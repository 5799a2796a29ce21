package io.twohop.registry;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Recognises files of other tools, which users pass in good faith, and says what to write instead. Any thread. */
final class OtherFormats {
    /** The keys of a workload of OpenMessaging Benchmark that have a counterpart here. */
    private static final Map<String, String> OPENMESSAGING = new LinkedHashMap<>();

    static {
        OPENMESSAGING.put("producerRate", "rate: %s");
        OPENMESSAGING.put("messageSize", "size: %s");
        OPENMESSAGING.put("topics", "topics: %s");
        OPENMESSAGING.put("partitionsPerTopic", "partitions: %s");
        OPENMESSAGING.put("producersPerTopic", "producers: %s");
        OPENMESSAGING.put("subscriptionsPerTopic", "subscribers: %s");
        OPENMESSAGING.put("consumerPerSubscription", "consumers: %s");
        OPENMESSAGING.put("warmupDurationMinutes", "warmup: %sm");
        OPENMESSAGING.put("testDurationMinutes", "duration: %sm");
    }

    private OtherFormats() {}

    /** @throws ConfigException for a workload of OpenMessaging Benchmark, with the keys to write */
    static void refuseWorkload(YamlDocument document) {
        if (!document.keys().contains("producerRate") && !document.keys().contains("partitionsPerTopic")) {
            return;
        }
        List<String> ours = new ArrayList<>(List.of("hops: 1"));
        OPENMESSAGING.forEach(
                (theirs, form) -> document.text(theirs).ifPresent(value -> ours.add(form.formatted(value))));
        throw refused(document.sourceName(), "a workload of OpenMessaging Benchmark", String.join(", ", ours));
    }

    /** @throws ConfigException for a driver's file of OpenMessaging Benchmark, and for its workload in the place of one */
    static void refuseTransport(YamlDocument document) {
        refuseWorkload(document);
        if (document.keys().contains("driverClass")) {
            String expected =
                    "a transport file with 'transport: kafka' or another; its properties of producer, consumer and"
                            + " topic go under keys of these names";
            throw refused(document.sourceName(), "a driver's file of OpenMessaging Benchmark", expected);
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
