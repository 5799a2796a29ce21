package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.config.Suggestions;
import io.twohop.result.ExitCode;
import io.twohop.store.ResultNotWritten;
import io.twohop.transport.TransportException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The entry point of {@code bench.jar}. */
public final class Main {
    private Main() {}

    /** Runs the command and exits with its {@link ExitCode}. */
    public static void main(String[] arguments) {
        // Clients that run here say what is wrong, and not what they are configured with.
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
        System.exit(commandLine().execute(withoutRun(arguments)));
    }

    /** {@code bench run} is what {@code bench} does anyway. */
    private static String[] withoutRun(String[] arguments) {
        boolean run = arguments.length > 0 && arguments[0].equals("run");
        return run ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
    }

    static CommandLine commandLine() {
        CommandLine command = new CommandLine(new BenchCommand());
        command.setParameterExceptionHandler(Main::onBadCommandLine);
        command.setExecutionExceptionHandler((error, failed, parsed) -> onFailure(error));
        command.setUnmatchedOptionsArePositionalParams(false);
        command.setCaseInsensitiveEnumValuesAllowed(true);
        return command;
    }

    private static int onBadCommandLine(ParameterException error, String[] arguments) {
        System.err.println("bench: " + error.getMessage() + suggestion(error));
        System.err.println("See: bench --help");
        return ExitCode.BAD_INPUT;
    }

    private static String suggestion(ParameterException error) {
        if (!(error instanceof CommandLine.UnmatchedArgumentException unmatched)) {
            return "";
        }
        List<String> options = error.getCommandLine().getCommandSpec().optionsMap().keySet().stream()
                .collect(Collectors.toList());
        return Suggestions.nearest(unmatched.getUnmatched().get(0), options)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }

    private static int onFailure(Exception error) {
        if (error instanceof ConfigException || error instanceof TransportException) {
            System.err.println("bench: " + error.getMessage());
            return ExitCode.BAD_INPUT;
        }
        if (error instanceof ResultNotWritten) {
            System.err.println("bench: " + error.getMessage());
            return ExitCode.FAILED;
        }
        System.err.println("bench failed; please report this with what you typed:");
        error.printStackTrace();
        return ExitCode.FAILED;
    }
}
