package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class AeronConfigTest {
    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    Path directory;

    private final AeronProvider provider = new AeronProvider();

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc.yaml", "aeron-udp.yaml", "aeron-archive.yaml"})
    void shouldCarryFilesThatBind(String name) throws IOException {
        try (InputStream file = getClass().getResourceAsStream("/" + name)) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            TransportFile transport = TransportFile.of(YamlDocument.parse(name, text));

            assertThat(transport.own().bind(AeronConfig.class)).isNotNull();
            assertThat(provider.files()).contains(name);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "termLength: 1000000   | x.yaml:1:13: termLength: 1MB (expected: a power of two from 64KiB",
                "termLength: 32KiB     | x.yaml:1:13: termLength: 32KiB (expected: a power of two from 64KiB",
                "mtu: 1500B            | x.yaml:1:6: mtu: 1500B (expected: a multiple of 32",
                "mode: tcp             | x.yaml:1:7: mode: tcp (expected: one of ipc, udp, archive",
                "networkInterface: lo  | x.yaml:1:19: networkInterface: lo (expected: absent, since it belongs to mode"
                        + " udp",
                "syncLevel: 1          | x.yaml:1:12: syncLevel: 1 (expected: absent, since it belongs to mode archive",
                "driver: external      | dir: missing (expected: the aeron.dir of the external driver",
                "threading: dedicatd   | did you mean 'dedicated'?",
                "driverProperties: { aeron.dir: /x } | driverProperties: aeron.dir (expected: a property of Aeron's",
                "driverProperties: { aeron.sender.idle.strategy: x } | driverProperties: aeron.sender.idle.strategy"
                        + " (exp",
                "driverProperties: { user.dir: /x }  | driverProperties: user.dir (expected: a property of Aeron's",
                "dirr: /x              | did you mean 'dir'?",
            })
    void shouldRefuseWhatCannotBe(String yaml, String error) {
        assertThatThrownBy(() -> Configs.of(yaml.strip()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(error.strip());
    }

    @Test
    void shouldRefuseWhatBelongsToADriverOfItsOwnWhereTheDriverIsSomebodyElses() {
        assertThatThrownBy(() -> Configs.of("dir: /x\nthreading: shared"))
                .hasMessageContaining("x.yaml:2:12: threading: SHARED (expected: absent");
        assertThatThrownBy(() -> Configs.of("dir: /x\nmode: archive"))
                .hasMessageContaining("driver: external (expected: process or embedded in mode archive");
        assertThatThrownBy(() -> Configs.of("dir: /x\ndriver: embedded"))
                .hasMessageContaining("dir: /x (expected: absent");
    }

    private int term(String yaml, int messageBytes) {
        return Terms.bytes(Configs.of(yaml), Configs.context(directory, messageBytes));
    }

    @Test
    void shouldChooseTermsThatMessagesFitInto() {
        assertThat(term("mode: ipc", 200)).isEqualTo(16 * MEBIBYTE);
        assertThat(term("mode: ipc", 2 * MEBIBYTE)).isEqualTo(16 * MEBIBYTE);
        assertThat(term("mode: ipc", 2 * MEBIBYTE + 1)).isEqualTo(32 * MEBIBYTE);
        assertThat(term("mode: ipc", 16 * MEBIBYTE)).isEqualTo(128 * MEBIBYTE);
        assertThat(term("termLength: 64KiB", 8_192)).isEqualTo(1 << 16);
    }

    @Test
    void shouldRefuseMessagesThatDoNotFitBeforeAnythingStarts() {
        assertThatThrownBy(() -> provider.check(Configs.of("mode: ipc"), Configs.context(directory, 16 * MEBIBYTE + 1)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("size: 16,777,217 B with the trace header (expected: at most 16,777,216 B");
        assertThatThrownBy(() -> provider.check(Configs.of("termLength: 64KiB"), Configs.context(directory, 8_193)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("termLength: 64KiB (expected: at least eight times the largest message");
    }

    @Test
    void shouldRefuseAnInterfaceThatDoesNotExist() {
        assertThatThrownBy(() -> provider.check(
                        Configs.of("mode: udp\nnetworkInterface: nosuch0"), Configs.context(directory, 100)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("networkInterface: nosuch0 (expected: an interface of this machine that is up");
    }

    private void assertRefused(Path dir, String why) {
        AeronConfig config = Configs.of("dir: " + dir);
        assertThatThrownBy(() -> provider.check(config, Configs.context(directory, 100)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("dir: " + dir + " (expected: " + why);
    }

    @Test
    void shouldRefuseADirectoryWithoutADriver() throws IOException {
        assertRefused(directory.resolve("none"), "the aeron.dir of a media driver that runs, which has a file cnc.dat");
        Path foreign = Files.createDirectory(directory.resolve("foreign"));
        Files.write(foreign.resolve("cnc.dat"), new byte[4_096]);
        assertRefused(foreign, "the aeron.dir of a media driver, and its cnc.dat is none");
    }

    @Test
    void shouldRefuseRoomForALogBufferThatIsNotThere() {
        RunContext context = new RunContext(
                "run-1",
                directory,
                directory,
                new RunContext.Traffic(1, 1, 16 * MEBIBYTE, 100),
                new RunContext.Channels(2, 1_000));

        assertThatThrownBy(() -> provider.check(Configs.of("mode: ipc"), context))
                .isInstanceOf(TransportException.class)
                .hasMessageMatching("termLength: 134,217,728 B, and .* has [0-9.]+ MB free \\(expected: [0-9.]+ MB.*");
    }

    @Test
    void shouldRefuseRecordingsThatTheDiskCannotHold() {
        RunContext context = new RunContext(
                "run-1",
                directory,
                directory,
                new RunContext.Traffic(1e6, 1_000_000_000_000L, 100, 100),
                new RunContext.Channels(2, 1));

        assertThatThrownBy(() -> provider.check(Configs.of("mode: archive"), context))
                .isInstanceOf(TransportException.class)
                .hasMessageMatching("path: .* has [0-9.]+ GB free \\(expected: [0-9.]+ GB, what this run records.*");
    }

    /** Read without Aeron's classes; what they say has to agree. */
    @Test
    void shouldLookForTheHeartbeatWhereAeronPutsIt() {
        assertThat(RingBufferDescriptor.CONSUMER_HEARTBEAT_OFFSET).isEqualTo(ForeignDriver.HEARTBEAT_AT);
        assertThat(RingBufferDescriptor.TRAILER_LENGTH).isEqualTo(ForeignDriver.TRAILER_BYTES);
    }

    @Test
    void shouldLeaveACoreToEverythingElse() {
        assertThat(DriverPlans.freeCores(1, 3)).isZero();
        assertThat(DriverPlans.freeCores(2, 3)).isZero();
        assertThat(DriverPlans.freeCores(4, 3)).isZero();
        assertThat(DriverPlans.freeCores(6, 3)).isEqualTo(2);
        assertThat(DriverPlans.freeCores(8, 3)).isEqualTo(4);
    }
}
