package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.testing.model.OtherJvm;
import io.twohop.transport.kit.Elsewhere;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PrivateDirectoryTest {
    /** Makes one, says where, and waits to be killed. */
    public static void main(String[] arguments) throws Exception {
        PrivateDirectory directory = new PrivateDirectory();
        Files.writeString(directory.path().resolve("data"), "data");
        System.out.println(directory.path());
        Thread.sleep(TimeUnit.MINUTES.toMillis(5));
    }

    @Test
    void shouldDeleteWhatAKilledProcessLeftAndNothingElse() throws Exception {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Path foreign = Files.createTempDirectory(temporary, "twohop-");
        Process other = new ProcessBuilder(OtherJvm.command(PrivateDirectoryTest.class))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (PrivateDirectory before = new PrivateDirectory()) {
            Path left = Path.of(other.inputReader().readLine());
            try (PrivateDirectory meanwhile = new PrivateDirectory()) {
                assertThat(left.resolve("data")).as("of a process that lives").exists();
                assertThat(before.path()).as("of this process").exists();
                assertThat(meanwhile.path()).exists();
            }
            other.destroyForcibly().waitFor();
            try (PrivateDirectory after = new PrivateDirectory()) {
                assertThat(left).as("of a process that was killed").doesNotExist();
                assertThat(after.path()).exists();
                assertThat(before.path()).exists();
                assertThat(foreign).as("of another program").exists();
            }
        } finally {
            other.destroyForcibly();
            Files.delete(foreign);
        }
    }

    @Test
    void shouldDeleteWhatIsElsewhereForItAndNothingThatOtherFilesNameOrLinksLeadTo(@TempDir Path parent)
            throws Exception {
        Path theirs = Files.createDirectory(parent.resolve("theirs"));
        Path twohop = Files.createDirectory(parent.resolve("twohop-theirs"));
        PrivateDirectory directory = new PrivateDirectory();
        Path ours = Elsewhere.create(directory.path(), parent, "shared");
        Files.writeString(ours.resolve("data"), "data");
        Files.writeString(directory.path().resolve("elsewhere-theirs"), theirs.toString());
        Files.createSymbolicLink(directory.path().resolve("elsewhere-link"), twohop);
        Files.createSymbolicLink(directory.path().resolve("link"), twohop);

        directory.close();

        assertThat(ours).doesNotExist();
        assertThat(theirs).exists();
        assertThat(twohop).exists();
        assertThat(directory.path()).doesNotExist();
    }
}
