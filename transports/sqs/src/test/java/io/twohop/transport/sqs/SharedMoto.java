package io.twohop.transport.sqs;

import io.twohop.config.YamlDocument;
import io.twohop.transport.kit.FreePorts;
import io.twohop.transport.kit.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The server of moto, an imitation of SQS, for all tests of this JVM; it ends with it. */
final class SharedMoto {
    private static final Duration START = Duration.ofSeconds(60);

    private SharedMoto() {}

    private static final class Server {
        static final SharedMoto.Running ONE = start();
    }

    /** A server with its port. */
    record Running(ServerProcess process, int port) implements AutoCloseable {
        String endpoint() {
            return "http://127.0.0.1:" + port;
        }

        @Override
        public void close() {
            process.close();
        }
    }

    /** Starts a server of the test's own. */
    static Running start() {
        try {
            int port = FreePorts.take(1).get(0);
            List<String> command = new ArrayList<>(program().orElseThrow());
            command.addAll(List.of("-H", "127.0.0.1", "-p", Integer.toString(port)));
            Path directory =
                    Files.createTempDirectory(Path.of("target"), "server-").toAbsolutePath();
            ServerProcess process = ServerProcess.ignoringInput("moto", command, directory.resolve("moto.log"));
            process.awaitPort("127.0.0.1", port, START);
            return new Running(process, port);
        } catch (Exception e) {
            throw new IllegalStateException("no server for the tests", e);
        }
    }

    private static final class Program {
        static final Optional<List<String>> ONE = find();

        private static Optional<List<String>> find() {
            return Stream.of(List.of("moto_server"), List.of("python3", "-m", "moto.server"))
                    .filter(Program::answers)
                    .findFirst();
        }

        private static boolean answers(List<String> command) {
            try {
                List<String> help = new ArrayList<>(command);
                help.add("--help");
                Process process = new ProcessBuilder(help)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return process.waitFor(START.toSeconds(), TimeUnit.SECONDS) && process.exitValue() == 0;
            } catch (java.io.IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    private static Optional<List<String>> program() {
        return Program.ONE;
    }

    /** Skips the tests of a class, with the reason, where there is no server; .ci/run takes a skipped test for a failure. */
    static void assume() {
        Assumptions.assumeTrue(
                program().isPresent(),
                "SQS cannot be tested here: no moto_server on the PATH (python3 -m pip install 'moto[server,sqs]')");
    }

    static SqsConfig config(String yaml) {
        return YamlDocument.parse("test.yaml", yaml).bind(SqsConfig.class);
    }

    static String endpoint() {
        return Server.ONE.endpoint();
    }

    /** Returns the lines of a transport file for the server. */
    static String external() {
        return "region: us-east-1\nendpoint: " + endpoint() + "\n";
    }
}
