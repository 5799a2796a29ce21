package io.twohop.run;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The class path of a forked JVM: the client jars the transport file names, the transport's jar, the codec's and the
 * core's. Each of our jars names what it needs in its manifest, so no other transport's libraries come along.
 */
final class ForkClassPath {
    private ForkClassPath() {}

    static String of(List<String> clientJars, List<Class<?>> modules) {
        List<String> entries = new ArrayList<>(clientJars);
        boolean packaged = true;
        for (Class<?> module : modules) {
            Path location = locationOf(module);
            packaged &= Files.isRegularFile(location);
            if (!entries.contains(location.toString())) {
                entries.add(location.toString());
            }
        }
        if (!packaged) {
            // Class directories, as in a build's own tests, have no manifest: everything this JVM has is needed.
            entries.add(System.getProperty("java.class.path"));
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(type + " was loaded from no file", e);
        }
    }
}
