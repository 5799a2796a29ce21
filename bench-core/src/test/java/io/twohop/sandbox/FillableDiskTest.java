package io.twohop.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import io.twohop.testing.model.OtherJvm;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.TransportException;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class FillableDiskTest {
    private static final Sandbox SANDBOX = Sandbox.of(Workload.read(YamlDocument.parse(
                    "w.yaml", "rate: 1k\nduration: 9s\nfaults: [{at: 1s, target: disk, action: fill, for: 1s}]"))
            .scenario()
            .faults());

    @Test
    @Timeout(60)
    void shouldBeFullAtOnceHoweverMuchIsWrittenMeanwhile(@TempDir Path directory) throws Exception {
        Path disk = Files.createDirectory(SANDBOX.data(directory));
        try {
            SANDBOX.check();
        } catch (TransportException e) {
            assertThat(e).hasMessageStartingWith("faults: not available here: ");
            return;
        }
        List<String> command = new ArrayList<>(SANDBOX.command(directory));
        command.addAll(OtherJvm.command(FillAndEmpty.class, directory.toString()));
        Path output = directory.resolve("said");

        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }

        assertThat(Files.readAllLines(output)).containsExactly("full", "as before", "full", "as before");
        assertThat(disk).as("nothing got out of the sandbox").isEmptyDirectory();
    }

    /** In the sandbox: fills its disk twice while another thread writes to it without a pause. */
    static final class FillAndEmpty {
        private static final int BLOCK = 64 << 10;

        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            FaultTarget disk = SANDBOX.targets(directory).get(0);
            for (int i = 0; i < 2; i++) {
                Path file = SANDBOX.data(directory).resolve("file" + i);
                CountDownLatch begun = new CountDownLatch(1);
                Thread writer = new Thread(() -> write(file, begun));
                writer.start();
                begun.await();
                disk.begin(null);
                writer.join();
                System.out.println(cannotWrite(file.resolveSibling("other")) ? "full" : "not full");
                disk.end(null);
                System.out.println(cannotWrite(file) ? "still full" : "as before");
                Files.delete(file);
            }
        }

        /** Until there is no room. */
        private static void write(Path file, CountDownLatch begun) {
            try (OutputStream out = Files.newOutputStream(file)) {
                while (true) {
                    out.write(new byte[BLOCK]);
                    begun.countDown();
                    Thread.sleep(1);
                }
            } catch (IOException e) {
                // Full.
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static boolean cannotWrite(Path file) {
            try {
                Files.write(file, new byte[BLOCK]);
                return false;
            } catch (IOException e) {
                return true;
            }
        }
    }
}
