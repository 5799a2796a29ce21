package io.twohop.transport.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.apache.kafka.clients.producer.Producer;

/** Which client library is really on the class path: {@code clientJars} may have put another one before our own. */
final class ClientVersion {
    private static final String RESOURCE = "/kafka/kafka-version.properties";
    private static final String UNKNOWN = "unknown";

    private ClientVersion() {}

    static String read() {
        try (InputStream in = Producer.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                return UNKNOWN;
            }
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
