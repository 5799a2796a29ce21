package io.twohop.launch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * The class path of a forked JVM: the client jars the transport file names, the transport's jar, the codec's and the
 * core's. Each of our jars names what it needs in its manifest, so no other transport's libraries come along. In a build,
 * where jars lie apart and classes in directories, this JVM's own class path is added.
 */
final class ForkClassPath {
    private ForkClassPath() {}

    static String of(List<String> clientJars, List<Class<?>> modules) {
        Set<String> entries = new LinkedHashSet<>(clientJars);
        boolean whole = true;
        for (Class<?> module : modules) {
            Path location = locationOf(module);
            whole &= Files.isRegularFile(location) && bringsWhatItNeeds(location);
            entries.add(location.toString());
        }
        if (!whole) {
            entries.add(System.getProperty("java.class.path"));
        }
        return String.join(File.pathSeparator, entries);
    }

    /** Whether what its manifest names lies beside it, as in a distribution. */
    private static boolean bringsWhatItNeeds(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            String needed = file.getManifest() == null
                    ? null
                    : file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return needed != null
                    && Arrays.stream(needed.split(" ")).allMatch(name -> Files.exists(jar.resolveSibling(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
