package io.twohop.testing.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A main class of a test in a JVM of its own, with the class path and the temporary directory of this one. */
public final class OtherJvm {
    private OtherJvm() {}

    /** Its command; a list of the caller's own. */
    public static List<String> command(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
