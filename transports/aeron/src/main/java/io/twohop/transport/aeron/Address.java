package io.twohop.transport.aeron;

import java.nio.file.Path;

/**
 * The address by which another process of the run finds the driver.
 *
 * @param endpoint {@code host:port} over UDP; else empty
 */
record Address(Path aeronDir, String endpoint) {
    private static final String SEPARATOR = "@";

    static Address parse(String text) {
        int at = text.indexOf(SEPARATOR);
        return new Address(Path.of(text.substring(at + 1)), text.substring(0, at));
    }

    /** The endpoint without its port. */
    String host() {
        return endpoint.substring(0, endpoint.lastIndexOf(':'));
    }

    @Override
    public String toString() {
        return endpoint + SEPARATOR + aeronDir;
    }
}
