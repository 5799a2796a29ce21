package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoomTest {
    @Test
    void shouldNameTheDiskThatIsFull() {
        Path proc = Path.of("/proc");
        assumeTrue(Files.isDirectory(proc), "no file system that has no room");

        assertThat(Room.shortage(proc.resolve("absent")))
                .contains("the disk of /proc/absent, proc (proc), is full: 0 of 0 MiB are free");
    }

    @Test
    void shouldSayNothingOfADiskWithRoom(@TempDir Path directory) {
        assertThat(Room.shortage(directory)).isEmpty();
    }
}
