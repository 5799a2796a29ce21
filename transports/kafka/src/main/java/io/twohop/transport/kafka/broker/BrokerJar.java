package io.twohop.transport.kafka.broker;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the class path that a broker is started with. The broker's jars are on no class path of this project's
 * processes but the broker's own; the jar with its main class names them in its manifest.
 */
public final class BrokerJar {
    static final String MAIN_CLASS = "io.twohop.broker.kafka.BrokerMain";

    private static final String PROPERTY = "twohop.kafka.broker";
    private static final String JARS = "kafka-broker-*.jar";
    private static final Pattern BROKER = Pattern.compile("\\bkafka_[\\d.]+-([^/\\\\ ]+?)\\.jar");

    private BrokerJar() {}

    /** What makes another JVM find the same class path: nothing where there is none. */
    public static Optional<String> jvmFlag() {
        return classPath().map(path -> "-D" + PROPERTY + "=" + path);
    }

    /** The broker's class path: as the process before gave it, else from this one's, else beside this class's jar. */
    public static Optional<String> classPath() {
        String given = System.getProperty(PROPERTY);
        if (given != null) {
            return Optional.of(given);
        }
        URL main = BrokerJar.class.getResource("/" + MAIN_CLASS.replace('.', '/') + ".class");
        if (main != null) {
            return Optional.of(System.getProperty("java.class.path"));
        }
        return besideThisJar();
    }

    /** Which broker that is, by the name of its jar. */
    public static Optional<String> version() {
        return classPath()
                .flatMap(path -> Stream.of(path, manifestClassPath(path))
                        .map(BROKER::matcher)
                        .filter(Matcher::find)
                        .map(found -> found.group(1))
                        .findFirst());
    }

    private static String manifestClassPath(String jar) {
        try (JarFile file = new JarFile(jar)) {
            Manifest manifest = file.getManifest();
            String names =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return names == null ? "" : names;
        } catch (IOException e) {
            return ""; // A class path of several.
        }
    }

    private static Optional<String> besideThisJar() {
        try {
            Path here = Path.of(BrokerJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(here.getParent(), JARS)) {
                for (Path jar : jars) {
                    return Optional.of(jar.toString());
                }
            }
        } catch (IOException | URISyntaxException e) {
            // As good as absent; its user reports that.
        }
        return Optional.empty();
    }
}
