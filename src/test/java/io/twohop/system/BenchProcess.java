package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

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

/** The packaged command, run as a user would, in a directory of its own. */
final class BenchProcess {
    private static final int MET = 0;
    private static final int SATURATED = 4;
    private static final int INVALID = 5;

    /** The share of a rate that counts as held by default. */
    private static final double LEAST_ACHIEVED = 0.99;

    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    /** An argument for runs whose speed does not matter: they end before the optimizing compiler pays. */
    static final String FIRST_COMPILER = "-Djvm.flags=-XX:TieredStopAtLevel=1";

    /** And for those whose achieved rate does not. A backlog from warm-up on a busy machine still makes one SATURATED. */
    static final String ANY_RATE = "-Dslo.achieved=1 %";

    /** And for those whose recording does not. */
    static final String UNRECORDED = "-Djfr=off";

    /** And for those whose messages do not: nobody has to load a codec for random bytes. */
    static final String BYTES = "-Dsize=64";

    private static final long LIMIT_SECONDS = 240;

    /** As the launcher starts it. */
    private static final List<String> SMALL_JVM =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx512m");

    private static final Path JAR = HOME.resolve("bench-cli/target/bench.jar");

    private final Path directory;
    private final Process process;
    private final Path out;
    private final Path err;

    private BenchProcess(Path directory, List<String> command, List<String> environment) throws IOException {
        this(directory, command, environment, ProcessBuilder.Redirect.from(new File("/dev/null")));
    }

    private BenchProcess(Path directory, List<String> command, List<String> environment, ProcessBuilder.Redirect input)
            throws IOException {
        this.directory = directory;
        out = directory.resolve("stdout.txt");
        err = directory.resolve("stderr.txt");
        Files.createDirectories(directory.resolve("tmp"));
        ProcessBuilder builder = new ProcessBuilder(Interrupts.heededBy(command))
                .directory(directory.toFile())
                .redirectInput(input)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        for (String variable : environment) {
            String[] parts = variable.split("=", 2);
            builder.environment().put(parts[0], parts[1]);
        }
        process = builder.start();
    }

    /** {@code java -jar bench.jar}, with temporary files in the directory, so that what is left of them can be seen. */
    static BenchProcess jar(Path directory, String... arguments) throws IOException {
        return jar(directory, List.of(), arguments);
    }

    /** The same with JVM options before {@code -jar}. */
    static BenchProcess jar(Path directory, List<String> jvmOptions, String... arguments) throws IOException {
        return jarWithEnvironment(directory, List.of(), jvmOptions, arguments);
    }

    /** The same with variables of the environment, each {@code NAME=value}. */
    static BenchProcess jarWithEnvironment(
            Path directory, List<String> environment, List<String> jvmOptions, String... arguments) throws IOException {
        return new BenchProcess(directory, jarCommand(directory, jvmOptions, arguments), environment);
    }

    /** The same by another command, such as one that enters a namespace first. */
    static BenchProcess jarBy(List<String> prefix, Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(jarCommand(directory, List.of(), arguments));
        return new BenchProcess(directory, command, List.of());
    }

    /** {@code java -cp ... Main}. */
    static BenchProcess main(Path directory, String classPath, String... arguments) throws IOException {
        List<String> command = jarCommand(directory, List.of("-cp", classPath), arguments);
        command.subList(command.indexOf("-jar"), command.indexOf("-jar") + 2).clear();
        return new BenchProcess(directory, command, List.of());
    }

    /** Loads the command's classes ahead of all tests, each of which then starts it with half a second of CPU less. */
    private static final class CommandClasses {
        static final List<String> OPTIONS = List.of(
                "-XX:SharedArchiveFile=" + archive(),
                // Where it cannot be mapped, the JVM does without it, and says so on standard output.
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

    /** The launcher. */
    static BenchProcess launcher(Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("bench").toString()));
        command.addAll(Arrays.asList(arguments));
        return new BenchProcess(directory, command, List.of());
    }

    /** A line of a shell that starts the launcher, by this JDK and with temporary files in the directory. */
    static BenchProcess shell(Path directory, List<String> environment, String line) throws IOException {
        List<String> options = new ArrayList<>(CommandClasses.OPTIONS);
        options.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
        List<String> all = new ArrayList<>(environment);
        all.add("JAVA_HOME=" + System.getProperty("java.home"));
        all.add("TWOHOP_JAVA_OPTS=" + String.join(" ", options));
        return new BenchProcess(directory, List.of("sh", "-c", line), all);
    }

    /** {@code java -jar bench.jar} in a pseudo-terminal of its own, where both streams come out as one. */
    static BenchProcess onTerminal(Path directory, String... arguments) throws IOException {
        return onTerminal(directory, List.of(), arguments);
    }

    /** The same with variables of the environment. */
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

    /** Maven with a project's directory, whose JVMs keep their temporary files there. */
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

    /** {@code java -jar bench.jar} as a script's background job, which ignores SIGINT. */
    static BenchProcess background(Path directory, String... arguments) throws IOException {
        return new BenchProcess(
                directory, Interrupts.ignoredBy(jarCommand(directory, List.of(), arguments)), List.of());
    }

    /** Waits for the end and returns the exit code. */
    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                .as("ends in time")
                .isTrue();
        return process.exitValue();
    }

    /**
     * The exit code of a run that is judged by its rate, on a machine that may be slow: 4 instead of 5 where nothing else is wrong
     * than that messages came too late, as the run's own counts say. A run whose rate does not matter takes {@link #ANY_RATE}.
     */
    int exitCodeHere() throws InterruptedException {
        int code = exitCode();
        return code == INVALID && hasOnlyStalled() ? SATURATED : code;
    }

    /** Waits for the end of a run whose speed does not matter: it measured all its messages, on a machine that may be slow. */
    void assertMeasured() throws InterruptedException {
        assertThat(exitCodeHere()).as(err() + out()).isIn(MET, SATURATED);
    }

    private boolean hasOnlyStalled() {
        try {
            for (Path result : results("")) {
                // The directory of a matrix has none.
                Path json = result.resolve("result.json");
                if (Files.exists(json)) {
                    JsonNode measured = new ObjectMapper().readTree(json.toFile());
                    JsonNode verdict = measured.path("verdict");
                    boolean isInvalid = verdict.path("exitCode").asInt() == INVALID;
                    if (isInvalid && !cameTooLate(measured)) {
                        return false;
                    }
                    for (JsonNode reason : verdict.path("reasons")) {
                        if (isInvalid && !isOfTheRate(reason.asText())) {
                            return false;
                        }
                    }
                }
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether all messages of a run came, and those of a fork later than in its window. */
    private static boolean cameTooLate(JsonNode result) {
        boolean late = false;
        for (JsonNode fork : result.path("forks")) {
            JsonNode rates = fork.path("rates");
            double held = rates.path("achievedPerSecond").asDouble()
                    + rates.path("steadyPerSecond").asDouble();
            late |= held < LEAST_ACHIEVED * rates.path("duePerSecond").asDouble();
        }
        return late && result.at("/accounting/lost").asLong() == 0;
    }

    /** Of several forks, some may be saturated, and others have stalled. */
    private static boolean isOfTheRate(String reason) {
        return reason.contains("of the offered rate achieved")
                || reason.contains("backlog")
                || reason.contains("counts as held (slo.achieved");
    }

    boolean hasEnded() {
        return !process.isAlive();
    }

    boolean hasEndedWithin(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Kills it with all that it started. */
    void end() {
        descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    /** Standard output with the lines joined that were broken to fit a terminal. */
    String said() {
        return out().replaceAll("\\s+", " ");
    }

    /** All of the one result's summary, joined likewise. */
    String summary() throws IOException {
        return read(result().resolve("summary.txt")).replaceAll("\\s+", " ");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a signal to the command itself. */
    void signal(String signal) throws IOException, InterruptedException {
        signal(signal, process.pid());
    }

    static void signal(String signal, long pid) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                .start()
                .waitFor();
        assertThat(status).as("kill -" + signal + " " + pid).isZero();
    }

    /** The JVM that measures, once it does. */
    ProcessHandle child() {
        return process.toHandle().children().findFirst().orElse(null);
    }

    /** Every process that it started and those started in turn. */
    List<ProcessHandle> descendants() {
        return process.toHandle().descendants().toList();
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Whether measuring has begun and produced a line. */
    boolean isMeasuring() {
        return err().contains("measuring");
    }

    /** The only result's directory. */
    Path result() throws IOException {
        List<Path> found = results("");
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    /** The directories of results whose name ends so, in the order of their names. */
    List<Path> results(String suffix) throws IOException {
        return resultsIn(directory, suffix);
    }

    /** The same where a command ran before. */
    static List<Path> resultsIn(Path directory, String suffix) throws IOException {
        try (Stream<Path> results = Files.list(directory.resolve("results"))) {
            return results.filter(path -> path.getFileName().toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    /** The only result's result.json. */
    JsonNode resultJson() throws IOException {
        return new ObjectMapper().readTree(result().resolve("result.json").toFile());
    }

    /** What the run left behind in its temporary directory. */
    List<Path> leftBehind() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("tmp"))) {
            return files.filter(file -> !file.getFileName().toString().startsWith("hsperfdata"))
                    .toList();
        }
    }
}
