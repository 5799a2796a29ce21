package io.twohop.testing.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts the processes that a module's tests start, themselves or through others, and writes the counts to {@code
 * target/started-processes.txt}. Most of the tests' CPU time goes to these processes. Works on Linux only, and may miss a process that
 * lives for less than a quarter of a second.
 */
public final class StartedProcesses implements TestExecutionListener {
    private static final Path FILE = Path.of("target", "started-processes.txt");
    private static final long PERIOD_MILLIS = 250;

    private enum Kind {
        MEASURING_JVM("io.twohop.engine.ForkMain"),
        SERVICE_JVM("io.twohop.engine.ServiceMain"),
        COMMAND("bench.jar", "io.twohop.cli.Main"),
        SERVER("nats-server", "nats-streaming-server", "kafka.Kafka", "BrokerMain", "DriverMain");

        private final String[] words;

        Kind(String... words) {
            this.words = words;
        }

        private boolean isOf(String commandLine) {
            return Arrays.stream(words).anyMatch(commandLine::contains);
        }

        private String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private final Map<ProcessHandle, Kind> seen = new HashMap<>();
    private CountDownLatch end;
    private Thread watch;

    /** Starts another watch for a rerun of failed tests, and keeps the counts. */
    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        end = new CountDownLatch(1);
        watch = new Thread(this::watch, "started-processes");
        watch.setDaemon(true);
        watch.start();
    }

    private void watch() {
        try {
            do {
                ProcessHandle.current()
                        .descendants()
                        .filter(process -> !seen.containsKey(process))
                        .forEach(process -> kind(process).ifPresent(kind -> seen.put(process, kind)));
            } while (!end.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks at the program as well: one that enters a session or a namespace first has the arguments of what it becomes. */
    private static Optional<Kind> kind(ProcessHandle process) {
        Path proc = Path.of("/proc", Long.toString(process.pid()));
        try {
            String program =
                    Files.readSymbolicLink(proc.resolve("exe")).getFileName().toString();
            String commandLine = Files.readString(proc.resolve("cmdline"), StandardCharsets.ISO_8859_1);
            return Arrays.stream(Kind.values())
                    .filter(kind -> program.equals("java") || program.startsWith("nats-"))
                    .filter(kind -> kind.isOf(commandLine))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        end.countDown();
        try {
            watch.join();
            if (!Files.isDirectory(FILE.getParent())) {
                return;
            }
            Files.writeString(
                    FILE,
                    Arrays.stream(Kind.values())
                            .map(kind -> kind.text() + " "
                                    + seen.values().stream()
                                            .filter(kind::equals)
                                            .count() + "\n")
                            .collect(Collectors.joining()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
