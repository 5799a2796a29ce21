package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By a file of Linux's kind that the test writes; a sector is half a KiB. */
class DeviceWritesTest {
    private static final String COUNTS = " 1 2 3 4 5 6 ";

    @TempDir
    Path proc;

    /** @param others devices ahead of the one that counts */
    private void devices(int others, long sectors) throws IOException {
        String ahead = IntStream.range(0, others)
                .mapToObj(i -> "   7 " + i + " loop" + i + COUNTS + "99 8 0 1 9\n")
                .collect(Collectors.joining());
        Files.writeString(proc.resolve("diskstats"), ahead + " 254 1 vda1" + COUNTS + sectors + " 8 0 1 9\n");
    }

    /** More than fit the first buffer are there at the second look, and as many again at the third. */
    @Test
    void shouldReadAFileThatGrows() throws IOException {
        devices(1, 10);
        try (DeviceWrites writes = new DeviceWrites(proc, "254:1")) {
            assertThat(writes.read()).isEqualTo(5 << 10);

            devices(500, 12);
            assertThat(writes.read()).isEqualTo(6 << 10);

            devices(1_000, 14);
            assertThat(writes.read()).isEqualTo(7 << 10);
        }
    }

    @Test
    void shouldKnowNothingOfADeviceThatIsNotThere() throws IOException {
        devices(1, 10);
        try (DeviceWrites other = new DeviceWrites(proc, "254:11");
                DeviceWrites none = new DeviceWrites(proc, "")) {
            assertThat(other.read()).isEqualTo(DeviceWrites.UNKNOWN);
            assertThat(none.read()).isEqualTo(DeviceWrites.UNKNOWN);
        }
        try (DeviceWrites uncounted = new DeviceWrites(proc.resolve("elsewhere"), "254:1")) {
            assertThat(uncounted.read()).isEqualTo(DeviceWrites.UNKNOWN);
        }
    }
}
