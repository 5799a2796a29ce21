package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.result.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench new}: writes a starter project. */
@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        description =
                "Writes a starter project with an event, a codec, a service and a latency test, ready to build and run.")
final class NewCommand implements Callable<Integer> {
    private static final Pattern ARTIFACT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final String MAVEN = "maven";
    private static final String WRAPPER = "mvnw";
    private static final List<String> BUILDS = List.of(MAVEN, "gradle");

    /** Starter artifacts by transport. */
    private static final Map<String, String> STARTERS = Map.of(
            "chronicle", "bench-starter-chronicle",
            "kafka", "bench-starter-kafka",
            "nats", "bench-starter-nats",
            "loopback", "bench-starter-chronicle");

    @Parameters(paramLabel = "DIRECTORY", description = "Directory of the project, which also names it.")
    private Path directory;

    @Option(
            names = "--build",
            paramLabel = "maven|gradle",
            defaultValue = MAVEN,
            description = "Build tool (default: maven).")
    private String build;

    @Option(
            names = "--transport",
            paramLabel = "TRANSPORT.yaml",
            defaultValue = "chronicle.yaml",
            description = "Transport file that its test and README use (default: chronicle.yaml).")
    private String transport;

    @Option(
            names = "--package",
            paramLabel = "NAME",
            defaultValue = StarterProject.PACKAGE,
            description = "Java package (default: " + StarterProject.PACKAGE + ").")
    private String packageName;

    @Override
    public Integer call() throws IOException {
        String name = directory.toAbsolutePath().normalize().getFileName() == null
                ? ""
                : directory.toAbsolutePath().normalize().getFileName().toString();
        if (!ARTIFACT.matcher(name).matches()) {
            throw ConfigException.invalid(
                    "new", directory, "a directory whose name is of letters, digits, '-', '_' and '.'");
        }
        if (!BUILDS.contains(build)) {
            throw ConfigException.invalid("--build", build, "maven or gradle").didYouMean(BUILDS);
        }
        if (!SourceVersion.isName(packageName)) {
            throw ConfigException.invalid("--package", packageName, "a package's name, such as com.acme.orders");
        }
        boolean isMaven = build.equals(MAVEN);
        new StarterProject(name, packageName, transport, starter(), isMaven).write(directory);
        explain(isMaven, System.out);
        return ExitCode.OK;
    }

    private String starter() {
        if (!TransportFiles.carried().containsKey(transport)) {
            List<String> known = List.copyOf(TransportFiles.carried().keySet());
            throw ConfigException.invalid("--transport", transport, "one of " + String.join(", ", known))
                    .didYouMean(known);
        }
        String family =
                TransportFile.of(TransportFiles.find(transport)).common().transport();
        if (!STARTERS.containsKey(family)) {
            throw ConfigException.invalid("--transport", transport, "one of Chronicle, Kafka, NATS or loopback");
        }
        return STARTERS.get(family);
    }

    private void explain(boolean isMaven, PrintStream out) {
        out.println(directory + ": an order, its codec, a risk check and a latency test over " + transport + ". Next:");
        out.println();
        if (BenchCommand.Version.isSnapshot()) {
            // No public repository has a snapshot.
            Path home = new FileFinder().home();
            boolean checkout = Files.exists(home.resolve(WRAPPER));
            out.println(
                    "  " + (checkout ? "(cd " + home + " && ./" + WRAPPER : "(in a checkout of TwoHop: ./" + WRAPPER)
                            + " install -DskipTests)");
        }
        out.println("  cd " + directory);
        out.println("  " + (isMaven ? "mvn test" : "gradle test"));
        out.println();
        out.println("README.md there has the command that measures it with a report.");
    }
}
