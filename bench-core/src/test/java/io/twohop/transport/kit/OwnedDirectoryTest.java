package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twohop.testing.model.OtherJvm;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A directory that other users write to as well, and what they may have put there. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OwnedDirectoryTest {
    private static final String PREFIX = "twohop-";
    private static final String LOCK = ".owner";

    @TempDir
    Path shared;

    /** As a killed process leaves one, which may be deleted. */
    private Path abandoned(String name) throws IOException {
        Path directory = Files.createDirectory(
                shared.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createFile(directory.resolve(LOCK));
        return directory;
    }

    /** A directory that merely begins like those of runs: of an installed release, for one. */
    private Path release() throws IOException {
        Path release = Files.createDirectory(shared.resolve("twohop-0.1.0"));
        Files.writeString(release.resolve("bench"), "of value");
        return release;
    }

    private static void open(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xrwx"));
    }

    /** Needs root: only root gives a file to another user. */
    private static void giveAway(Path file) throws IOException {
        UserPrincipal other =
                FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("2002");
        assumeRoot();
        Files.setOwner(file, other);
    }

    private static void assumeRoot() throws IOException {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "root has to run this test: it acts as another user");
    }

    private void sweep() throws IOException {
        OwnedDirectory.deleteAbandoned(shared, PREFIX);
    }

    @Test
    void shouldDeleteNothingByAnotherUsersDirectory() throws Exception {
        Path release = release();
        Path theirs = abandoned("twohop-x");
        Files.createSymbolicLink(theirs.resolve("elsewhere-1"), release);
        Files.writeString(theirs.resolve("elsewhere-2"), release.toString());
        giveAway(theirs.resolve(LOCK));
        giveAway(theirs);

        sweep();

        assertThat(release.resolve("bench")).exists();
        assertThat(theirs).exists();
    }

    @Test
    void shouldDeleteNothingByADirectoryThatOthersMayChange() throws Exception {
        Path release = release();
        Path open = abandoned("twohop-x");
        Files.writeString(open.resolve("elsewhere-1"), release.toString());
        open(open);

        sweep();

        assertThat(release.resolve("bench")).exists();
        assertThat(open).exists();
    }

    @Test
    void shouldDeleteNoDirectoryElsewhereThatOthersMayChange() throws Exception {
        Path release = release();
        open(release);
        Path ours = abandoned("twohop-x");
        Files.writeString(ours.resolve("elsewhere-1"), release.toString());

        sweep();

        assertThat(release.resolve("bench")).exists();
        assertThat(ours).doesNotExist();
    }

    @Test
    void shouldFollowNoLinkToADirectoryOfThisUser() throws Exception {
        Path data = Files.createDirectory(shared.resolve("data"));
        Files.createFile(data.resolve(LOCK));
        Files.createSymbolicLink(shared.resolve("twohop-x"), data);

        sweep();

        assertThat(data.resolve(LOCK)).exists();
    }

    @Test
    void shouldNotWaitForTheOtherEndOfAPipe() throws Exception {
        Path piped = abandoned("twohop-x");
        Files.delete(piped.resolve(LOCK));
        pipe(piped.resolve(LOCK));
        pipe(shared.resolve("twohop-pipe"));

        sweep();

        assertThat(piped).exists();
    }

    /** Leaves a directory as a killed process does, and deletes it. */
    public static void main(String[] arguments) throws IOException {
        OwnedDirectoryTest test = new OwnedDirectoryTest();
        test.shared = Path.of(arguments[0]);
        test.abandoned("twohop-x");
        test.sweep();
    }

    @Test
    void shouldKnowAUserWithoutAPasswdEntry() throws Exception {
        assumeRoot();
        open(shared);
        List<String> command =
                new ArrayList<>(List.of("setpriv", "--reuid", "4321", "--regid", "4321", "--clear-groups"));
        command.addAll(OtherJvm.command(OwnedDirectoryTest.class, shared.toString()));

        Process other = new ProcessBuilder(command).inheritIO().start();

        assertThat(other.waitFor()).isZero();
        assertThat(shared).isEmptyDirectory();
    }

    private static void pipe(Path path) throws Exception {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    @Test
    void shouldDeleteInTheOpenDirectoryWhateverItsNameStandsForMeanwhile() throws Exception {
        Path release = release();
        Path ours = abandoned("twohop-x");
        Files.createFile(ours.resolve("bench"));
        Path aside = shared.resolve("aside");
        try (OpenDirectory parent = OpenDirectory.of(shared);
                OpenDirectory open = parent.enterOwn(Path.of("twohop-x")).orElseThrow()) {
            Files.move(ours, aside);
            Files.createSymbolicLink(ours, release);

            open.delete(Path.of("bench"), false);
        }

        assertThat(release.resolve("bench")).exists();
        assertThat(aside.resolve("bench")).doesNotExist();
    }
}
