package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.driver.MediaDriver;
import io.twohop.config.ConfigException;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A driver that somebody else has started. */
@Timeout(120)
class ExternalDriverTest {
    private static final int MAX_BYTES = 16 << 20;

    @TempDir
    Path directory;

    private final AeronProvider provider = new AeronProvider();
    private long received;
    private int receivedBytes;

    private AeronConfig config(Path dir, String further) {
        return Configs.of("dir: " + dir + "\n" + further);
    }

    private MediaDriver driver(Path dir) {
        return MediaDriver.launch(new MediaDriver.Context().aeronDirectoryName(dir.toString()));
    }

    @Test
    void shouldGoThroughADriverThatRunsAndLeaveItRunning() throws Exception {
        Path dir = directory.resolve("theirs");
        AeronConfig config = config(dir, "termLength: 1MiB");
        try (MediaDriver theirs = driver(dir)) {
            provider.check(config, Configs.context(directory, 100));
            assertThat(provider.faultTargets(config)).as("not the run's to end").isEmpty();
            for (int run = 0; run < 2; run++) {
                try (Transport transport = provider.open(config, Configs.context(directory, 100))) {
                    send(transport, 100);
                    assertThat(transport.incidents()).isEmpty();
                }
            }
            assertThat(received).isEqualTo(2);
            assertThat(theirs.aeronDirectoryName()).isEqualTo(dir.toString());
            assertThat(dir.resolve("cnc.dat")).exists();
        }
        assertThat(Files.readString(directory.resolve("driver-counters.txt")))
                .contains("media driver in " + dir)
                .containsPattern(" 1 +taken");
    }

    @Test
    void shouldRefuseADriverThatHasFallenSilent() throws Exception {
        Path dir = directory.resolve("silent");
        MediaDriver theirs = driver(dir);
        theirs.close();
        try (RandomAccessFile cnc = new RandomAccessFile(dir.resolve("cnc.dat").toFile(), "rw")) {
            // Little endian, and long ago.
            int ringBytes = Integer.reverseBytes(readIntAt(cnc, Integer.BYTES));
            cnc.seek(128 + ringBytes - ForeignDriver.TRAILER_BYTES + ForeignDriver.HEARTBEAT_AT);
            long minuteAgo = System.currentTimeMillis() - TimeUnit.MINUTES.toMillis(1);
            cnc.writeLong(Long.reverseBytes(minuteAgo));
        }

        assertThatThrownBy(() -> provider.check(config(dir, ""), Configs.context(directory, 100)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("dir: " + dir + " (expected: the aeron.dir of a media driver that runs;")
                .hasMessageContaining("last sign of life was 6");
    }

    private static int readIntAt(RandomAccessFile file, long at) throws Exception {
        file.seek(at);
        return file.readInt();
    }

    /** In fragments on the way, and whole again. */
    @Test
    void shouldCarryTheLongestMessages() throws Exception {
        AeronConfig config = Configs.of("driver: embedded\nmtu: 8KiB");
        try (Transport transport = provider.open(config, Configs.context(directory, MAX_BYTES))) {
            send(transport, MAX_BYTES);
        }
        assertThat(receivedBytes).isEqualTo(MAX_BYTES);
    }

    private void send(Transport transport, int bytes) throws Exception {
        Channel channel = new Channel("requests", 1);
        Subscription subscription = transport.subscribe(channel, "a");
        Publisher publisher = transport.publisher(channel, Acknowledgements.NONE);
        transport.settle();
        assertThat(publisher.publish(Configs.message(bytes), 0)).isTrue();
        long before = received;
        while (received == before) {
            subscription.poll(
                    message -> {
                        received++;
                        receivedBytes = message.remaining();
                    },
                    0);
        }
    }
}
