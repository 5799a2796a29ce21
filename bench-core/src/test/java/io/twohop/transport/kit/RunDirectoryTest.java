package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.leftovers.CreationFiles;
import io.twohop.leftovers.CreationLog;
import io.twohop.leftovers.Sweep;
import io.twohop.testing.model.OtherJvm;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.RunContext;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RunDirectoryTest {
    private static final String RUN = "twohop-run1";

    @TempDir
    Path directory;

    private static CreationFiles files(Path directory) {
        return new CreationFiles(Optional.of(directory.resolve("created")));
    }

    private static RunContext context(Path directory) throws IOException {
        return context(directory, files(directory));
    }

    private static RunContext context(Path directory, CreationFiles records) throws IOException {
        return new RunContext(
                RUN,
                Files.createDirectories(directory.resolve("private")),
                directory,
                new RunContext.Traffic(1, 1, 1, 1),
                new RunContext.Channels(1, 1),
                JvmRecorder.NONE,
                new Notices(),
                false,
                null,
                new CreationLog(records, RUN, "chronicle", "chronicle.yaml"));
    }

    /** Makes one, says where, and waits to be killed. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        RunDirectory made = new RunDirectory(directory.resolve("data"), context(directory));
        Files.writeString(Files.createDirectory(made.path().resolve("queue")).resolve("1.cq4"), "data");
        System.out.println(made.path());
        Thread.sleep(TimeUnit.MINUTES.toMillis(5));
    }

    private Sweep sweep() throws Exception {
        return Sweep.of(files(directory).abandoned(), RunDirectory::sweeper, Duration.ofSeconds(20));
    }

    @Test
    void shouldBeDeletedByTheNextRunWhenItsProcessIsKilled() throws Exception {
        Process other = new ProcessBuilder(OtherJvm.command(RunDirectoryTest.class, directory.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            Path made = Path.of(other.inputReader().readLine());
            assertThat(sweep().deleted()).as("while the run lives").isEmpty();
            assertThat(Files.getPosixFilePermissions(made))
                    .noneMatch(of -> of.name().startsWith("OTHERS"));

            other.destroyForcibly().waitFor();

            assertThat(Sweep.text(sweep().deleted())).isEqualTo("directory " + made);
            assertThat(made).doesNotExist();
            assertThat(made.getParent()).as("the user's").exists();
            assertThat(files(directory).abandoned()).isEmpty();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void shouldBeDeletedWithItsRecord() throws Exception {
        RunDirectory made = new RunDirectory(directory.resolve("data"), context(directory));
        assertThat(files(directory).isUsedBy(RUN)).isTrue();

        made.close();

        assertThat(made.path()).doesNotExist();
        assertThat(files(directory).isUsedBy(RUN)).isFalse();
    }

    @Test
    void shouldBeDeletedWithThePrivateDirectoryWhereNothingCanBeRecorded() throws Exception {
        RunDirectory made =
                new RunDirectory(directory.resolve("data"), context(directory, new CreationFiles(Optional.empty())));

        OwnedDirectory.delete(directory.resolve("private"));

        assertThat(made.path()).doesNotExist();
    }

    @Test
    void shouldNotRecordADirectoryOfThatNameThatIsThere() throws Exception {
        Path other = Files.createDirectories(directory.resolve("data").resolve(RUN));

        assertThatThrownBy(() -> new RunDirectory(directory.resolve("data"), context(directory)))
                .isInstanceOf(FileAlreadyExistsException.class);

        assertThat(files(directory).isUsedBy(RUN)).isFalse();
        assertThat(other).exists();
    }

    /** A record does not say who may write to the directory by now. */
    @Test
    void shouldKeepWhatOthersMayChange() throws Exception {
        RunDirectory made = new RunDirectory(directory.resolve("data"), context(directory));
        var permissions = Files.getPosixFilePermissions(made.path());
        permissions.add(PosixFilePermission.OTHERS_WRITE);
        Files.setPosixFilePermissions(made.path(), permissions);

        assertThat(OwnedDirectory.deleteOwn(made.path())).isFalse();

        assertThat(made.path()).exists();
        made.close();
    }
}
