package io.twohop.testing.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.launch.ForkCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A main class run in a process and a home directory of its own: some libraries print banners there and call home. */
public final class QuietProcess {
    private static final long LIMIT_SECONDS = 60;

    private QuietProcess() {}

    /** Runs it and asserts that it succeeds, prints nothing and leaves nothing in the home directory. */
    public static void assertQuiet(Path directory, List<String> jvmFlags, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.add("-Duser.home=" + home);
        command.addAll(ForkCommand.JVM_FLAGS);
        command.addAll(jvmFlags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));

        Process process = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(output).hasContent("");
        assertThat(process.exitValue()).isZero();
        try (Stream<Path> files = Files.walk(home)) {
            // JNA unpacks its native part under .cache; who calls home remembers it in a file of its own.
            assertThat(files.filter(Files::isRegularFile)
                            .filter(file -> !file.toString().contains("/.cache/JNA/")))
                    .isEmpty();
        }
    }
}
