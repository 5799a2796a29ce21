package io.twohop.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    /** Nobody has such a command. */
    private static final String NAME = "twohop-test-server";

    @TempDir
    Path directory;

    /** Brings a script that says which version it is. */
    private static final class Script implements ProgramSource {
        private final String version;
        private int fetched;

        Script(String version) {
            this.version = version;
        }

        @Override
        public String name() {
            return "fetch " + version;
        }

        @Override
        public void fetch(Path into, Path work, String fileName) throws IOException {
            fetched++;
            Files.writeString(into.resolve(fileName), "#!/bin/sh\necho " + NAME + ": v" + version + "\n");
        }
    }

    /** Brings that script too, but is pinned to the one whose checksum it was made with. */
    private record Pinned(Script script, String sha256) implements ProgramSource {
        @Override
        public String name() {
            return script.name();
        }

        @Override
        public Pins pins() {
            return new Pins(Map.of(Platform.name(), sha256));
        }

        @Override
        public void fetch(Path into, Path work, String fileName) throws IOException {
            script.fetch(into, work, fileName);
        }
    }

    /** Returns a source whose scripts have the pinned checksum. */
    private Pinned pinned(String version) throws IOException {
        Script script = new Script(version);
        script.fetch(directory, directory, "pattern");
        script.fetched = 0;
        return new Pinned(script, Archives.sha256(directory.resolve("pattern")));
    }

    /** Needs what is not there. */
    private static final class Impossible implements ProgramSource {
        @Override
        public String name() {
            return "conjure";
        }

        @Override
        public boolean isPossible() {
            return false;
        }

        @Override
        public void fetch(Path into, Path work, String fileName) throws IOException {
            throw new IOException("no wand");
        }
    }

    private Program binary(ProgramSource... sources) {
        return new Program(
                NAME,
                "TWOHOP_TEST_SERVER",
                "2.15.1",
                "2.12",
                List.of(sources),
                Optional.of(new CachedDirectory(cache())));
    }

    private Path cache() {
        return directory.resolve("cache");
    }

    @Test
    void shouldFetchOnceForThreadsThatWantItAtOnce() throws Exception {
        Script source = new Script("2.15.1");
        Program program = binary(source);
        CyclicBarrier start = new CyclicBarrier(8);
        List<Thread> threads = Stream.generate(() -> new Thread(() -> {
                    try {
                        start.await();
                        program.find("server", null);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .limit(8)
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(source.fetched).isEqualTo(1);
    }

    @Test
    void shouldFetchOnceFromTheFirstSourceThatWorks() throws Exception {
        Script source = new Script("2.15.1");
        Script last = new Script("2.15.1");
        Program binary = binary(new Impossible(), new Script("2.9.10"), source, last);
        assertThat(binary.describe()).isEqualTo("no " + NAME + " yet: the first run fetches 2.15.1 into " + cache());

        Path found = binary.find("server", null);

        assertThat(binary.find("server", null)).isEqualTo(found).isEqualTo(cache().resolve(NAME));
        assertThat(source.fetched).isEqualTo(1);
        assertThat(last.fetched).isZero();
        assertThat(binary.describe()).isEqualTo(NAME + " v2.15.1 at " + found);
        try (Stream<Path> kept = Files.list(cache())) {
            assertThat(kept).containsExactly(found);
        }
    }

    /** As a child of this JVM holds it, between its start and the moment when it closes what it inherited. */
    @Test
    void shouldAskAgainWhileTheProgramIsOpenForWriting() throws Exception {
        new Script("2.15.1").fetch(directory, directory, NAME);
        Path script = directory.resolve(NAME);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        OutputStream held = Files.newOutputStream(script, StandardOpenOption.APPEND);
        assertThatThrownBy(() -> new ProcessBuilder(script.toString()).start()).hasMessageContaining("Text file busy");
        CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS).execute(() -> {
            try {
                held.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        assertThat(Program.versionOf(script)).hasValue("v2.15.1");
    }

    @Test
    void shouldFetchNothingWhenAnEarlierFetchIsInTheCache() throws Exception {
        new Script("2.13.0").fetch(Files.createDirectories(cache()), directory, NAME);
        assertThat(cache().resolve(NAME).toFile().setExecutable(true)).isTrue();

        assertThat(binary(new Impossible()).find("server", null)).isEqualTo(cache().resolve(NAME));
    }

    @Test
    void shouldRefuseAProgramWhoseChecksumIsNotThePinnedOne() throws Exception {
        Pinned source = pinned("2.15.1");
        Pinned other = new Pinned(new Script("2.15.2"), source.sha256());

        assertThatThrownBy(() -> binary(other).find("server", null))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining("fetch 2.15.2 (the checksum of " + NAME + " is ")
                .hasMessageContaining(", and not the pinned " + source.sha256() + ")");
        assertThat(cache()).doesNotExist();
    }

    @Test
    void shouldReplaceAProgramThatWasChangedInTheCache() throws Exception {
        Pinned source = pinned("2.15.1");
        Path found = binary(source).find("server", null);
        String whole = Files.readString(found);
        FileTime time = Files.getLastModifiedTime(found);
        assertThat(binary(source).find("server", null)).isEqualTo(found);
        assertThat(source.script().fetched).isEqualTo(1);
        // The note beside it, the size, and the time that a user can set are as before.
        Files.writeString(found, whole.replace("v2.15.1", "v2.99.1"));
        Files.setLastModifiedTime(found, time);
        assertThat(binary(source).describe()).startsWith("no " + NAME + " yet");

        binary(source).find("server", null);

        assertThat(found).hasContent(whole);
        assertThat(source.script().fetched).isEqualTo(2);
    }

    @Test
    void shouldNotRunWhatOthersCanChange() throws Exception {
        Script source = new Script("2.15.1");
        Path found = binary(source).find("server", null);
        Files.setPosixFilePermissions(cache(), PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.writeString(found, "#!/bin/sh\necho v2.99.1\n");

        assertThatThrownBy(() -> binary(new Impossible()).find("server", null))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining(found + " (" + cache() + " can be changed by other users)");

        binary(source).find("server", null);

        assertThat(found).content().contains("v2.15.1");
        assertThat(source.fetched).isEqualTo(2);
    }

    @Test
    void shouldNotFetchForAPlatformWithoutPinnedChecksums() {
        ProgramSource elsewhere = new GoModule("example.com/tool@v1.0.0", new Pins(Map.of("plan9-amd64", "00")));

        assertThat(binary(elsewhere).unavailable()).isPresent();
    }

    @Test
    void shouldNameEachPlaceWhenNoneHasIt() {
        assertThatThrownBy(() -> binary(new Impossible(), new Script("2.9.10")).find("server", null))
                .isInstanceOf(ProgramException.class)
                .hasMessage("no " + NAME + " here; tried the PATH (none there); "
                        + cache().resolve(NAME) + " (none there); conjure (no wand); fetch 2.9.10 (does not run here)."
                        + " Install it by one of these commands, or name one by server: or TWOHOP_TEST_SERVER");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldBeUnavailableWhenNothingCouldBringIt() throws Exception {
        assertThat(binary(new Impossible(), new Script("2.15.1")).unavailable()).isEmpty();
        assertThat(binary(new Impossible()).unavailable())
                .contains("no " + NAME + " 2.12 or newer, and nothing to fetch it with; install it by conjure");
    }

    @Test
    void shouldRefuseAServerThatIsNoneOrTooOld() throws Exception {
        new Script("2.9.10").fetch(directory, directory, "old");
        Path old = directory.resolve("old");
        assertThat(old.toFile().setExecutable(true)).isTrue();

        assertThatThrownBy(() -> binary().find("server", old.toString()))
                .isInstanceOf(ProgramException.class)
                .hasMessage("server: " + old + " (expected: a " + NAME + " of version 2.12 or newer, not v2.9.10)");
        assertThatThrownBy(() -> binary().find("server", "/nowhere/server"))
                .isInstanceOf(ProgramException.class)
                .hasMessageContaining("server: /nowhere/server (expected: ");
    }

    @Test
    void shouldDistinguishOldVersionsFromNewOnes() {
        assertThat(List.of("v2.12.0", "2.15.1", "v3.0.0")).allMatch(binary()::isRecent);
        assertThat(List.of("v2.9.10", "v2.11.99", "v1.99.0", "none")).noneMatch(binary()::isRecent);
    }
}
