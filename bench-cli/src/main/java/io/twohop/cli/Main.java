package io.twohop.cli;

import io.twohop.cli.terminal.PrintableStream;
import io.twohop.config.ConfigException;
import io.twohop.config.OutOfMemory;
import io.twohop.config.Suggestions;
import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import io.twohop.result.ExitCode;
import io.twohop.store.ResultNotWritten;
import io.twohop.transport.TransportException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The entry point of {@code bench.jar}. */
public final class Main {
    private Main() {}

    /** Runs the command and exits with its {@link ExitCode}. */
    public static void main(String[] arguments) {
        // Clients in this process log their whole configuration at info.
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
        // Kafka's client logs each failed attempt with a trace. The command reports the failure itself.
        System.setProperty("org.slf4j.simpleLogger.log.org.apache.kafka", "error");
        // These warn of connections that they were asked to close.
        System.setProperty("org.slf4j.simpleLogger.log.com.rabbitmq", "error");
        System.setProperty("org.slf4j.simpleLogger.log.io.lettuce", "error");
        // Keys need no native code, which would be unpacked into the shared temporary directory, and stay there after a
        // kill.
        System.setProperty("org.bouncycastle.native.cpu_variant", "java");
        System.setOut(printable(System.out, "stdout.encoding"));
        System.setErr(printable(System.err, "stderr.encoding"));
        System.exit(call(arguments));
    }

    /** Java 17 names the encoding under another key, and only if it is not the default. */
    private static PrintStream printable(PrintStream stream, String encoding) {
        String name = System.getProperty(encoding, System.getProperty("sun." + encoding));
        return new PrintableStream(stream, name == null ? Charset.defaultCharset() : Charset.forName(name));
    }

    /** Runs the command in this JVM, which it prints to the standard streams of, and returns its {@link ExitCode}. */
    public static int call(String... arguments) {
        return call(Place.forked(ForkedRun.Patience.DEFAULT), arguments);
    }

    /** Runs the command as {@link #call(String...)} does, with runs that are measured in {@code place}, unless by agents or as a duet. */
    public static int call(Place place, String... arguments) {
        String[] command = withoutRun(arguments);
        try {
            return commandLine(place, List.of(command)).execute(command);
        } catch (Error e) {
            // picocli hands on exceptions only.
            return onFailure(e);
        }
    }

    /** Accepts {@code bench run}, which is the same as {@code bench}. */
    private static String[] withoutRun(String[] arguments) {
        boolean run = arguments.length > 0 && arguments[0].equals("run");
        return run ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
    }

    private static CommandLine commandLine(Place place, List<String> arguments) {
        CommandLine command = new CommandLine(new BenchCommand(place));
        BenchCommand.addSubcommands(command, arguments);
        command.setParameterExceptionHandler(Main::onBadCommandLine);
        command.setExecutionExceptionHandler((error, failed, parsed) -> onFailure(error));
        command.setUnmatchedOptionsArePositionalParams(false);
        command.setCaseInsensitiveEnumValuesAllowed(true);
        command.registerConverter(Long.TYPE, text -> number(text, Long::valueOf, "a whole number, such as 1"));
        command.registerConverter(Double.TYPE, text -> number(text, Double::valueOf, "a number, such as 0.05"));
        return command;
    }

    private static <T> T number(String text, Function<String, T> parse, String expected) {
        try {
            return parse.apply(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("expected: " + expected);
        }
    }

    private static int onBadCommandLine(ParameterException error, String[] arguments) {
        System.err.println("bench: " + message(error) + suggestion(error));
        System.err.println("See: bench --help");
        return ExitCode.BAD_INPUT;
    }

    /** Gives the parser's type errors the form of every other error. */
    private static String message(ParameterException error) {
        boolean ours = error.getCause() instanceof TypeConversionException cause
                && cause.getMessage().startsWith("expected: ");
        return ours && error.getArgSpec() instanceof OptionSpec option
                ? option.longestName() + ": " + error.getValue() + " ("
                        + error.getCause().getMessage() + ")"
                : error.getMessage();
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

    private static int onFailure(Throwable error) {
        Optional<String> outOfMemory = OutOfMemory.text(error);
        if (outOfMemory.isPresent()) {
            System.err.println("bench: " + outOfMemory.get());
            return ExitCode.FAILED;
        }
        if (error instanceof ConfigException || error instanceof TransportException) {
            System.err.println("bench: " + error.getMessage());
            return ExitCode.BAD_INPUT;
        }
        if (error instanceof ResultNotWritten) {
            System.err.println("bench: " + error.getMessage());
            return ExitCode.FAILED;
        }
        Optional<String> ofFiles = FileFailure.text(error);
        if (ofFiles.isPresent()) {
            System.err.println("bench: " + ofFiles.get());
            return ExitCode.FAILED;
        }
        System.err.println("bench failed; please report this with the command:");
        error.printStackTrace();
        return ExitCode.FAILED;
    }
}
