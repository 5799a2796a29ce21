package io.twohop.launch;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The class path of a forked JVM: the client jars the transport file names, the transport's jar, the codec's and the
 * core's. Each of our jars names what it needs in its manifest, so no other transport's libraries come along. In a build,
 * where jars lie apart and classes in directories, this JVM's own class path is added. Classes of a loader with a path of its
 * own, such as a user's, bring that path with them, behind ours.
 */
final class ForkClassPath {
    private ForkClassPath() {}

    static String of(List<String> clientJars, List<Class<?>> modules) {
        Set<String> entries = new LinkedHashSet<>(clientJars);
        Set<String> brought = new LinkedHashSet<>();
        boolean whole = true;
        for (Class<?> module : modules) {
            if (module.getClassLoader() instanceof URLClassLoader) {
                brought.addAll(pathOf(module.getClassLoader()));
                continue;
            }
            Path location = locationOf(module);
            whole &= Files.isRegularFile(location) && bringsWhatItNeeds(location);
            entries.add(location.toString());
        }
        if (!whole) {
            entries.add(System.getProperty("java.class.path"));
        }
        entries.addAll(brought);
        return String.join(File.pathSeparator, entries);
    }

    /** Of a loader and of those that it asks, the path of each that has one. */
    private static List<String> pathOf(ClassLoader loader) {
        List<String> path = new ArrayList<>();
        for (ClassLoader asked = loader; asked != null; asked = asked.getParent()) {
            if (asked instanceof URLClassLoader ownPath) {
                for (URL url : ownPath.getURLs()) {
                    path.add(pathOf(url).toString());
                }
            }
        }
        return path;
    }

    /** Whether what its manifest names lies beside it, as in a distribution. */
    private static boolean bringsWhatItNeeds(Path jar) {
        return JarManifest.classPath(jar)
                .filter(needed -> needed.stream().allMatch(name -> Files.exists(jar.resolveSibling(name))))
                .isPresent();
    }

    static Path locationOf(Class<?> type) {
        return pathOf(type.getProtectionDomain().getCodeSource().getLocation());
    }

    private static Path pathOf(URL url) {
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(url + " is no file", e);
        }
    }
}
