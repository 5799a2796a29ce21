package io.twohop.codec.wire;

import java.util.ArrayList;
import java.util.List;

/** The JVM options that Chronicle Wire needs. */
final class WireFlags {
    private static final int RESTRICTS_NATIVE_ACCESS = 24;

    private WireFlags() {}

    static List<String> flags() {
        List<String> flags = new ArrayList<>(List.of(
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "-Dchronicle.analytics.disable=true",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
        if (Runtime.version().feature() >= RESTRICTS_NATIVE_ACCESS) {
            flags.add("--enable-native-access=ALL-UNNAMED");
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }
}
