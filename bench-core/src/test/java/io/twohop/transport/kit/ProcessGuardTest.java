package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.machine.ThisProcess;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes; the one that starts them is killed. */
@Timeout(20)
class ProcessGuardTest {
    @TempDir
    Path directory;

    /** Starts a server of each kind, prints their ids, and waits to be killed. */
    static final class Starter {
        public static void main(String[] arguments) throws Exception {
            List<String> deaf = List.of("sleep", "600");
            // Ends with its input, unless it is stopped.
            List<String> heeding = List.of("sh", "-c", "read -r line");
            Path log = Path.of(arguments[0]);
            System.out.println(ServerProcess.ignoringInput("deaf", deaf, log).pid());
            System.out.println(
                    ServerProcess.ignoringInput("stopped-1", deaf, log).pid());
            System.out.println(new ServerProcess("heeding", heeding, log).pid());
            System.out.println(new ServerProcess("stopped-2", heeding, log).pid());
            Process child = new ProcessBuilder("cat").start();
            System.out.println(ProcessGuard.over(child, Duration.ofSeconds(1)).pid());
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private static boolean runs(ProcessHandle process) {
        // A killed process that nobody has waited for has no command.
        return process.isAlive() && process.info().command().isPresent();
    }

    @Test
    void shouldNotOutliveAKilledParentEvenWhenStopped() throws Exception {
        Process starter = new ProcessBuilder(
                        ThisProcess.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Starter.class.getName(),
                        directory.resolve("log").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> servers;
        List<ProcessHandle> all;
        try (BufferedReader out = starter.inputReader()) {
            servers = List.of(handle(out), handle(out), handle(out), handle(out), handle(out));
            Signals.pause(servers.get(1));
            Signals.pause(servers.get(3));
            Signals.pause(servers.get(4));
            all = starter.descendants().toList();
            assertThat(all).containsAll(servers).hasSize(2 * servers.size());
        } finally {
            starter.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }

        awaitEnd(all);
    }

    private static void awaitEnd(List<ProcessHandle> processes) throws InterruptedException {
        while (processes.stream().anyMatch(ProcessGuardTest::runs)) {
            Thread.sleep(10);
        }
    }

    private static ProcessHandle handle(BufferedReader out) throws Exception {
        return ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
    }

    @Test
    void shouldHaveNoGuardOnceItHasEnded() throws Exception {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        ServerProcess server = ServerProcess.ignoringInput("server", List.of("sleep", "600"), directory.resolve("log"));
        List<ProcessHandle> started = ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .toList();
        assertThat(started).hasSizeGreaterThanOrEqualTo(2);

        server.close();

        awaitEnd(started);
    }
}
