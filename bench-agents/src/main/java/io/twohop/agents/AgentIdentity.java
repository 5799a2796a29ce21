package io.twohop.agents;

import io.twohop.engine.Engine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Identifies the build of the bench and the machine. */
final class AgentIdentity {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
    private static final String UNKNOWN = "unknown";
    private static final int DIGITS = 12;

    private AgentIdentity() {}

    /** Returns a digest of the jars that measure: two builds of one version differ. */
    static String build() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Class<?> one : List.of(Engine.class, AgentIdentity.class)) {
                Path jar = Path.of(
                        one.getProtectionDomain().getCodeSource().getLocation().toURI());
                if (!Files.isRegularFile(jar)) {
                    return "classes";
                }
                digest.update(Files.readAllBytes(jar));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (IOException | NoSuchAlgorithmException | URISyntaxException e) {
            throw new IllegalStateException("the jars of the bench cannot be read", e);
        }
    }

    /** Returns a name that all processes of this machine share until it reboots. */
    static String machine() {
        return line(BOOT) + " " + host();
    }

    static String host() {
        String name = line(HOST);
        if (!name.equals(UNKNOWN)) {
            return name;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static String line(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
