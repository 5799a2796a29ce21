package io.twohop.programs;

import java.util.Locale;

/** Names of this machine's platform in releases. */
public final class Platform {
    private static final String OS = property("os.name");
    private static final String ARCHITECTURE = property("os.arch");
    private static final boolean WINDOWS = OS.contains("win") && !OS.contains("darwin");

    private Platform() {}

    private static String property(String name) {
        return System.getProperty(name).toLowerCase(Locale.ROOT);
    }

    /** Returns the platform, such as {@code linux-amd64}. */
    public static String name() {
        return (OS.contains("mac") ? "darwin" : WINDOWS ? "windows" : "linux") + "-"
                + (ARCHITECTURE.equals("aarch64") || ARCHITECTURE.equals("arm64") ? "arm64" : "amd64");
    }

    static boolean isWindows() {
        return WINDOWS;
    }

    public static String fileName(String command) {
        return WINDOWS ? command + ".exe" : command;
    }
}
