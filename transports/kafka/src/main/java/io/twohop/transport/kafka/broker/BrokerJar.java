package io.twohop.transport.kafka.broker;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the broker's class path. Only the broker's own process has its jars on the class path; the manifest of the jar
 * with its main class names them.
 */
public final class BrokerJar {
    static final String MAIN_CLASS = "io.twohop.broker.kafka.BrokerMain";

    private static final String PROPERTY = "twohop.kafka.broker";
    private static final String JARS = "kafka-broker-*.jar";
    private static final Pattern BROKER = Pattern.compile("\\bkafka_[\\d.]+-([^/\\\\ ]+?)\\.jar");

    private BrokerJar() {}

    /** Returns the JVM option by which another JVM finds the same class path; empty without a class path. */
    public static Optional<String> jvmFlag() {
        return classPath().map(path -> "-D" + PROPERTY + "=" + path);
    }

    /** Sets the property of {@link #jvmFlag()} in this JVM: a run in this JVM requires the options of a fork to be in effect. */
    public static void putIntoEffect() {
        classPath().ifPresent(path -> System.setProperty(PROPERTY, path));
    }

    /**
     * Returns the broker's class path: given by the parent process, else from this process's class path, else beside
     * this class's jar.
     */
    public static Optional<String> classPath() {
        String main = "/" + MAIN_CLASS.replace('.', '/') + ".class";
        return Optional.ofNullable(System.getProperty(PROPERTY))
                .or(() -> Optional.ofNullable(BrokerJar.class.getResource(main))
                        .map(here -> System.getProperty("java.class.path")))
                .or(BrokerJar::besideThisJar);
    }

    /** Returns the broker's version, by the name of its jar. */
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
            return Optional.ofNullable(file.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
                    .orElse("");
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
            // Counts as absent, which the caller reports.
        }
        return Optional.empty();
    }
}
