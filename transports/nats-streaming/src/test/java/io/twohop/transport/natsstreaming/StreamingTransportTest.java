package io.twohop.transport.natsstreaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.AuthenticationException;
import io.nats.client.Nats;
import io.twohop.config.YamlDocument;
import io.twohop.testing.run.WholeRuns;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("one-jdk")
@Timeout(120)
class StreamingTransportTest {
    @TempDir
    Path directory;

    private static StreamingConfig read(String yaml) {
        return YamlDocument.parse("my.yaml", yaml).bind(StreamingConfig.class);
    }

    private static StreamingConfig shipped(String file) throws Exception {
        try (InputStream in = StreamingTransportTest.class.getResourceAsStream("/" + file)) {
            return YamlDocument.parse(file, new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .without(Set.of("description", "transport", "codec"))
                    .bind(StreamingConfig.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sync: true                | sync: true (expected: absent, since it belongs to store: file)",
                "maxInFlight: 0            | maxInFlight: 0 (expected: a whole number from 1 to 65536)",
                "maxUnacknowledged: 70000  | maxUnacknowledged: 70000 (expected: a whole number from 1 to 65536)",
                "store: disk               | store: disk (expected: one of memory, file)",
                "stores: file              | did you mean 'store'?",
            })
    void shouldRefuseWhatCannotWork(String yaml, String error) {
        assertThatThrownBy(() -> read(yaml.strip()))
                .hasMessageContaining(error.strip())
                .hasMessageStartingWith("my.yaml:1:");
    }

    @Test
    void shouldPromiseWhatTheSettingsGive() throws Exception {
        assertThat(shipped("nats-streaming-memory.yaml").durability()).contains("lost with the process");
        assertThat(shipped("nats-streaming-file.yaml").durability()).isEqualTo("page cache of one server");
        assertThat(shipped("nats-streaming-fsync.yaml").durability()).contains("synced before it is acknowledged");
    }

    @Test
    void shouldLetInNobodyElse() throws Exception {
        Optional<String> why = StreamingServer.unavailable();
        Assumptions.assumeTrue(why.isEmpty(), () -> "NATS Streaming cannot be tested here: " + why.orElseThrow());
        RunContext context = new RunContext(
                "twohop-" + UUID.randomUUID(),
                directory,
                directory,
                new RunContext.Traffic(1_000, 10_000, 1_000, 100),
                new RunContext.Channels(2, 1));
        try (Transport transport = new StreamingProvider().open(read("store: memory"), context)) {
            assertThat(transport.versions()).isNotEmpty();
            Path file = directory.resolve("nats-streaming/server.conf");
            String address =
                    Files.readString(file).lines().findFirst().orElseThrow().replace("listen: ", "nats://");

            assertThatThrownBy(() -> Nats.connect(address)).isInstanceOf(AuthenticationException.class);
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void shouldRepeatTheServersWordsWhenItDoesNotStart() throws Exception {
        Path broken = Files.writeString(
                directory.resolve("broken"),
                "#!/bin/sh\n[ \"$1\" = --version ] && echo v0.25.6 || { echo '[FTL] no room'; exit 1; }\n");
        assertThat(broken.toFile().setExecutable(true)).isTrue();

        WholeRuns.assertRefused(
                WholeRuns.here("transport: nats-streaming\nserver: " + broken, directory),
                List.of(
                        "nats-streaming-server could not be started: broker-1 ended with exit code 1; it said: [FTL] no room"));
    }
}
