package io.twohop.launch;

import io.twohop.codec.CodecProvider;
import io.twohop.config.ConfigException;
import io.twohop.registry.Providers;
import io.twohop.transport.TransportProvider;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The class path of a forked JVM: the client jars the transport file names, the transport's jar, the codec's and the core's. Each of our
 * jars names what it needs in its manifest, so no other transport's libraries come along. In a build, where jars lie apart and classes
 * in directories, this JVM's own class path is added. Class loaders with a path of their own, such as a user's, append that path: a library may
 * load the user's classes by name.
 */
final class ForkClassPath {
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d.*)\\.jar");

    private ForkClassPath() {}

    /** @param chosen jars that the transport's configuration needs, each with a manifest as ours have */
    static String of(List<String> clientJars, List<Class<?>> modules, List<String> chosen) {
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
        entries.addAll(chosen);
        if (!whole) {
            entries.add(System.getProperty("java.class.path"));
        }
        brought.addAll(pathOf(Thread.currentThread().getContextClassLoader()));
        entries.addAll(brought);
        return String.join(File.pathSeparator, entries);
    }

    /** Returns the paths of a loader and of its parents, as far as they have one. */
    private static List<String> pathOf(ClassLoader loader) {
        List<String> path = new ArrayList<>();
        for (ClassLoader asked = loader; asked != null; asked = asked.getParent()) {
            if (asked instanceof URLClassLoader ownPath && !ClientJars.isTheirs(asked)) {
                for (URL url : ownPath.getURLs()) {
                    path.add(pathOf(url).toString());
                }
            }
        }
        return path;
    }

    /** Returns whether the jars that its manifest names lie beside it, as in a distribution. */
    private static boolean bringsWhatItNeeds(Path jar) {
        return needed(jar)
                .filter(needed -> needed.stream().allMatch(name -> Files.exists(jar.resolveSibling(name))))
                .isPresent();
    }

    private static Path locationOf(Class<?> type) {
        return pathOf(type.getProtectionDomain().getCodeSource().getLocation());
    }

    private static Path pathOf(URL url) {
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(url + " is no file", e);
        }
    }

    /** Returns the names of the jars that a jar needs beside it, by its manifest; empty if that names none. */
    static Optional<List<String>> needed(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return Optional.ofNullable(file.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
                    .map(names -> List.of(names.split(" ")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Refuses a transport and a codec that need a library in different versions: the class path would hold both, and the second one
     * would fail in the middle of a run. Looks at jars only: a build has made one class path for all its class directories.
     *
     * @throws ConfigException with the library and both versions
     */
    static void check(TransportProvider<?> transport, CodecProvider codec) {
        check(
                transport.name(),
                ofJar(locationOf(Providers.origin(transport))),
                codec.name(),
                ofJar(locationOf(Providers.origin(codec))));
    }

    static void check(String transport, List<Path> ofTransport, String codec, List<Path> ofCodec) {
        // A library may have several jars of a version, as one with native code.
        Map<String, List<Path>> libraries = ofTransport.stream()
                .filter(jar -> part(jar, 1).isPresent())
                .collect(Collectors.groupingBy(jar -> part(jar, 1).orElseThrow()));
        for (Path jar : ofCodec) {
            String library = part(jar, 1).orElse("");
            List<Path> others = libraries.getOrDefault(library, List.of());
            if (others.stream().anyMatch(other -> other.getFileName().equals(jar.getFileName()))) {
                continue;
            }
            others.stream()
                    .filter(one -> haveSamePackages(one, jar))
                    .findFirst()
                    .ifPresent(other -> {
                        throw ConfigException.invalid(
                                "codec",
                                codec,
                                "a codec whose libraries go with those of " + transport + ", which needs " + library
                                        + " "
                                        + part(other, 2).orElse("") + ", not "
                                        + part(jar, 2).orElse("") + "; json goes with any");
                    });
        }
    }

    private static List<Path> ofJar(Path location) {
        return Files.isRegularFile(location)
                ? needed(location).orElse(List.of()).stream()
                        .map(location::resolveSibling)
                        .toList()
                : List.of();
    }

    /** Returns a jar's name without its version (1), or its version (2). */
    private static Optional<String> part(Path jar, int group) {
        Matcher named = JAR.matcher(jar.getFileName().toString());
        return named.matches() ? Optional.of(named.group(group)) : Optional.empty();
    }

    /** Tells versions of one library from libraries of the same name, as Jackson 2 and 3; true if a jar cannot be read. */
    private static boolean haveSamePackages(Path one, Path other) {
        return packages(one)
                .flatMap(ofOne -> packages(other).map(ofOther -> !Collections.disjoint(ofOne, ofOther)))
                .orElse(true);
    }

    private static Optional<Set<String>> packages(Path jar) {
        if (!Files.isRegularFile(jar)) {
            return Optional.empty();
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            return Optional.of(file.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class") && name.contains("/") && !name.startsWith("META-INF/"))
                    .map(name -> name.substring(0, name.lastIndexOf('/')))
                    .collect(Collectors.toSet()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
