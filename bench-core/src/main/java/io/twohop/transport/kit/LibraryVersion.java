package io.twohop.transport.kit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Version of the library that is on the class path, which may not be our own. */
public final class LibraryVersion {
    private static final String UNKNOWN = "unknown";

    private LibraryVersion() {}

    /**
     * Reads a library's version.
     *
     * @param type a class of the library
     * @param resource its properties file with a {@code version}, such as {@code /META-INF/maven/.../pom.properties}
     * @return {@code unknown} without that file
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
