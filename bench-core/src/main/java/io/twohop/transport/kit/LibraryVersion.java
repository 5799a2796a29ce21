package io.twohop.transport.kit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Which version of a library is really on the class path, where another one may stand before our own. */
public final class LibraryVersion {
    private static final String UNKNOWN = "unknown";

    private LibraryVersion() {}

    /**
     * What the library says of itself.
     *
     * @param type of the library
     * @param resource a properties file of it with a {@code version}, such as {@code /META-INF/maven/.../pom.properties}
     * @return {@code unknown} where there is no such file
     */
    public static String of(Class<?> type, String resource) {
        try (InputStream in = type.getResourceAsStream(resource)) {
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
