package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoomTest {
    @Test
    void shouldNameTheDiskThatIsFull() {
        Path proc = Path.of("/proc");
        assumeTrue(Files.isDirectory(proc), "no file system that has no room");

        assertThat(Room.shortage(proc.resolve("absent")))
                .contains("the disk of /proc/absent is full: proc (proc) has 0 of 0 MiB free");
    }

    /** A disk of 2,000 MiB. */
    private static final class Disk extends FileStore {
        private final long free;

        Disk(long free) {
            this.free = free;
        }

        @Override
        public String name() {
            return "/dev/sdb";
        }

        @Override
        public String type() {
            return "ext4";
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public long getTotalSpace() {
            return 2_000L << 20;
        }

        @Override
        public long getUsableSpace() {
            return free;
        }

        @Override
        public long getUnallocatedSpace() {
            return free;
        }

        @Override
        public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
            return false;
        }

        @Override
        public boolean supportsFileAttributeView(String name) {
            return false;
        }

        @Override
        public <V extends FileStoreAttributeView> V getFileStoreAttributeView(Class<V> type) {
            return null;
        }

        @Override
        public Object getAttribute(String attribute) {
            throw new UnsupportedOperationException(attribute);
        }
    }

    @Test
    void shouldSayHowMuchIsFree() throws Exception {
        Path directory = Path.of("/data");

        assertThat(Room.shortage(directory, new Disk(20 << 20)))
                .contains("the disk of /data is full: /dev/sdb (ext4) has 20 of 2,000 MiB free");
        assertThat(Room.shortage(directory, new Disk((64 << 20) - 1))).isPresent();
        assertThat(Room.shortage(directory, new Disk(64 << 20))).isEmpty();
    }

    @Test
    void shouldRefuseADirectoryWithoutRoom(@TempDir Path directory) {
        Path proc = Path.of("/proc");
        assumeTrue(Files.isDirectory(proc), "no file system that has no room");

        assertThatThrownBy(() -> Room.check("results", proc, "free some"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("results: /proc (expected: 64 MB free; proc (proc) has 0 of 0 MiB free; free some)");
        assertThatCode(() -> Room.check("results", directory, "free some")).doesNotThrowAnyException();
    }

    @Test
    void shouldSayNothingOfADiskWithRoom(@TempDir Path directory) {
        assertThat(Room.shortage(directory)).isEmpty();
    }
}
