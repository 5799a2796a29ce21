package io.twohop.transport.chronicle;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import net.openhft.chronicle.queue.ChronicleQueue;

/** Which Chronicle Queue is really on the class path: another edition may stand before our own. */
final class LibraryVersion {
    private static final String RESOURCE = "/META-INF/maven/net.openhft/chronicle-queue/pom.properties";
    private static final String UNKNOWN = "unknown";

    private LibraryVersion() {}

    static String read() {
        try (InputStream in = ChronicleQueue.class.getResourceAsStream(RESOURCE)) {
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
