package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The packaged command, started as a user does, in a directory of its own. */
final class BenchProcess extends Bench {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    /** Leaves out the optimizing compiler, which does not pay in runs of seconds whose speed does not matter. */
    static final String FIRST_COMPILER = "-Djvm.flags=-XX:TieredStopAtLevel=1";

    /** Accepts any achieved rate. A backlog from warm-up on a busy machine still makes a run SATURATED. */
    static final String ANY_RATE = "-Dslo.achieved=1 %";

    /** Leaves out the flight recording. */
    static final String UNRECORDED = "-Djfr=off";

    /** Sends random bytes, for which no codec is loaded. */
    static final String BYTES = "-Dsize=64";

    /** Arguments of the runs that show that a shipped transport file works. */
    static final List<String> SHIPPED = List.of(
            "-Dworkload=smoke.yaml",
            "-Drate=100",
            "-Dwarmup=2s",
            "-Dduration=2s",
            "-Dfloor=0s",
            "-Ddrain=30s",
            "-Didle=park",
            FIRST_COMPILER,
            UNRECORDED);

    private static final long LIMIT_SECONDS = 240;

    /** JVM options of the launcher. */
    private static final List<String> SMALL_JVM =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m");

    private static final Path JAR = HOME.resolve("bench-cli/target/bench.jar");

    private final Process process;
    private final Path out;
    private final Path err;

    private BenchProcess(Path directory, List<String> command, List<String> environment) throws IOException {
        this(directory, command, environment, ProcessBuilder.Redirect.from(new File("/dev/null")));
    }

    private BenchProcess(Path directory, List<String> command, List<String> environment, ProcessBuilder.Redirect input)
            throws IOException {
        super(directory);
        out = directory.resolve("stdout.txt");
        err = directory.resolve("stderr.txt");
        Files.createDirectories(directory.resolve("tmp"));
        ProcessBuilder builder = new ProcessBuilder(Interrupts.heededBy(command))
                .directory(directory.toFile())
                .redirectInput(input)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // Runs of one home warn of each other, and those of other tests run beside this one.
        builder.environment().put("XDG_STATE_HOME", stateOf(directory).toString());
        for (String variable : environment) {
            String[] parts = variable.split("=", 2);
            builder.environment().put(parts[0], parts[1]);
        }
        process = builder.start();
    }

    private static Path stateOf(Path directory) {
        return HOME.resolve("src/test/target/state")
                .resolve(directory.toString().replace(File.separator, "_"))
                .toAbsolutePath();
    }

    /** Starts {@code java -jar bench.jar}, with temporary files in the directory, where {@link #leftBehind} finds them. */
    static BenchProcess jar(Path directory, String... arguments) throws IOException {
        return jar(directory, List.of(), arguments);
    }

    /** Starts a run of ten minutes, which a test ends, and waits until it measures. */
    static BenchProcess measuring(Path directory, String... arguments) throws IOException {
        BenchProcess bench = jar(
                directory,
                with(
                        List.of(
                                "-Dworkload=smoke.yaml",
                                "-Drate=500",
                                "-Dwarmup=1s",
                                "-Dduration=10m",
                                "-Dfloor=0s",
                                "-Didle=park",
                                FIRST_COMPILER,
                                UNRECORDED),
                        arguments));
        bench.awaitMeasuring();
        return bench;
    }

    /** Starts it with JVM options before {@code -jar}. */
    static BenchProcess jar(Path directory, List<String> jvmOptions, String... arguments) throws IOException {
        return jarWithEnvironment(directory, List.of(), jvmOptions, arguments);
    }

    /** Starts it with variables of the environment, each {@code NAME=value}. */
    static BenchProcess jarWithEnvironment(
            Path directory, List<String> environment, List<String> jvmOptions, String... arguments) throws IOException {
        return new BenchProcess(directory, jarCommand(directory, jvmOptions, arguments), environment);
    }

    /** Starts it by another command, such as one that enters a namespace first. */
    static BenchProcess jarBy(List<String> prefix, Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(jarCommand(directory, List.of(), arguments));
        return new BenchProcess(directory, command, List.of());
    }

    /** Starts {@code java -cp ... Main}. */
    static BenchProcess main(Path directory, String classPath, String... arguments) throws IOException {
        List<String> command = jarCommand(directory, List.of("-cp", classPath), arguments);
        command.subList(command.indexOf("-jar"), command.indexOf("-jar") + 2).clear();
        return new BenchProcess(directory, command, List.of());
    }

    /** An archive of the command's classes, which saves each start half a second of CPU. */
    private static final class CommandClasses {
        static final List<String> OPTIONS = List.of(
                "-XX:SharedArchiveFile=" + archive(),
                // A JVM that cannot map the archive would say so on standard output.
                "-Xlog:cds=off",
                "-Xlog:cds+dynamic=off");

        private static Path archive() {
            try {
                Path directory = Files.createTempDirectory(Path.of("target"), "classes");
                Path archive = directory.resolve("bench.jsa").toAbsolutePath();
                BenchProcess run = jar(
                        directory,
                        List.of("-XX:ArchiveClassesAtExit=" + archive),
                        "-Dworkload=smoke.yaml",
                        "-Drate=300",
                        "-Dwarmup=100ms",
                        "-Dduration=100ms",
                        "-Dfloor=0s",
                        "-Didle=park",
                        FIRST_COMPILER,
                        UNRECORDED,
                        "loopback.yaml");
                run.exitCode();
                assertThat(archive).exists();
                return archive;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static List<String> jarCommand(Path directory, List<String> jvmOptions, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL_JVM);
        command.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
        command.addAll(jvmOptions.isEmpty() ? CommandClasses.OPTIONS : jvmOptions);
        command.add("-jar");
        command.add(JAR.toString());
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    /** Arguments by default, without those that others replace, and the others. */
    static String[] with(List<String> defaults, String... others) {
        List<String> keys = Stream.of(others).map(BenchProcess::key).toList();
        return Stream.concat(defaults.stream().filter(argument -> !keys.contains(key(argument))), Stream.of(others))
                .toArray(String[]::new);
    }

    private static String key(String argument) {
        return argument.split("=", 2)[0];
    }

    /** Starts the launcher with temporary files in the directory. It finds a JDK itself. */
    static BenchProcess launcher(Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("bench").toString()));
        command.addAll(Arrays.asList(arguments));
        return new BenchProcess(directory, command, List.of(options(directory)));
    }

    /** Runs a shell line that starts the launcher, with this JDK and temporary files in the directory. */
    static BenchProcess shell(Path directory, List<String> environment, String line) throws IOException {
        List<String> all = new ArrayList<>(environment);
        all.add("JAVA_HOME=" + System.getProperty("java.home"));
        all.add(options(directory));
        return new BenchProcess(directory, List.of("sh", "-c", line), all);
    }

    private static String options(Path directory) {
        List<String> options = new ArrayList<>(CommandClasses.OPTIONS);
        options.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
        return "TWOHOP_JAVA_OPTS=" + String.join(" ", options);
    }

    /** Starts {@code java -jar bench.jar} in a pseudo-terminal, which merges both streams. */
    static BenchProcess onTerminal(Path directory, String... arguments) throws IOException {
        return onTerminal(directory, List.of(), arguments);
    }

    /** Starts it there with variables of the environment. */
    static BenchProcess onTerminal(Path directory, List<String> environment, String... arguments) throws IOException {
        return onTerminal(directory, environment, jarCommand(directory, List.of(), arguments));
    }

    private static BenchProcess onTerminal(Path directory, List<String> environment, List<String> command)
            throws IOException {
        String line = command.stream()
                .map(argument -> "'" + argument + "'")
                .collect(Collectors.joining(" ", "stty columns 80; exec ", ""));
        return new BenchProcess(
                directory,
                List.of("script", "--quiet", "--return", "--flush", "--command", line, "/dev/null"),
                environment,
                ProcessBuilder.Redirect.PIPE);
    }

    /** Starts Maven in a project's directory, where its JVMs keep their temporary files. */
    static BenchProcess maven(Path project, boolean terminal, String... goals) throws IOException {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("mvnw").toString(), "-B", "-ntp"));
        command.addAll(List.of(goals));
        List<String> environment = List.of("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + project.resolve("tmp"));
        return terminal ? onTerminal(project, environment, command) : new BenchProcess(project, command, environment);
    }

    /** Types on the terminal. */
    void type(char key) throws IOException {
        process.getOutputStream().write(key);
        process.getOutputStream().flush();
    }

    /** Starts {@code java -jar bench.jar} as a script's background job, which ignores SIGINT. */
    static BenchProcess background(Path directory, String... arguments) throws IOException {
        return new BenchProcess(
                directory, Interrupts.ignoredBy(jarCommand(directory, List.of(), arguments)), List.of());
    }

    @Override
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                .as("ends in time")
                .isTrue();
        return process.exitValue();
    }

    boolean hasEnded() {
        return !process.isAlive();
    }

    boolean hasEndedWithin(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Kills the command and every process that it started. */
    void end() {
        descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    String out() {
        return read(out);
    }

    @Override
    String err() {
        return read(err);
    }

    /** Sends a signal to the command and to none of its children. */
    void signal(String signal) throws IOException, InterruptedException {
        signal(signal, process.pid());
    }

    static void signal(String signal, long pid) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                .start()
                .waitFor();
        assertThat(status).as("kill -" + signal + " " + pid).isZero();
    }

    /** Returns the measuring JVM, or null before it is started. */
    ProcessHandle child() {
        return process.toHandle().children().findFirst().orElse(null);
    }

    /** Returns all processes below the command. */
    List<ProcessHandle> descendants() {
        return process.toHandle().descendants().toList();
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Tells whether standard error has a line of the measured window. */
    boolean isMeasuring() {
        return err().contains("measuring");
    }

    void awaitMeasuring() {
        await().atMost(Duration.ofSeconds(60)).until(this::isMeasuring);
    }

    /** Asserts that a run broken off kept what it had measured, and left no file behind. */
    void assertIncomplete(Path result, String reason) throws IOException {
        assertThat(result.getFileName().toString()).endsWith("-incomplete");
        JsonNode json =
                new ObjectMapper().readTree(result.resolve("result.json").toFile());
        assertThat(json.at("/complete").asBoolean()).isFalse();
        assertThat(json.at("/verdict/kind").asText()).isEqualTo("Invalid");
        assertThat(json.at("/verdict/reasons/0").asText()).contains(reason);
        assertThat(json.at("/probes/endToEnd/count").asInt()).isPositive();
        assertThat(leftBehind()).isEmpty();
    }

    /** Returns the files in the temporary directory. */
    List<Path> leftBehind() throws IOException {
        try (Stream<Path> files = Files.list(directory().resolve("tmp"))) {
            return files.filter(file -> !file.getFileName().toString().startsWith("hsperfdata"))
                    .toList();
        }
    }
}
