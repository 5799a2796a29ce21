package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import io.twohop.transport.NoKeys;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellChecksTest {
    /** Only publishes and subscribes. */
    public static final class Alone implements TransportProvider<NoKeys> {
        @Override
        public Transport open(NoKeys config, RunContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private static void check(String transport, String line) {
        Workload workload = Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s\n" + line));
        TransportFile file = TransportFile.of(YamlDocument.parse("t.yaml", "transport: " + transport));
        workload.cells().forEach(cell -> CellChecks.checkCarried(workload, workload.scenario(cell), file));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        loopback                                | keys: {count: 10k} | w.yaml:3:7: keys: {count: 10000, distribution: uniform, seed: 1} (expected: none, since loopback has no keys)
        io.twohop.launch.CellChecksTest$Alone     | subscribers: 3     | w.yaml:3:14: subscribers: 3 (expected: 1, since io.twohop.launch.CellChecksTest$Alone has one subscriber; loopback and tcp have several)
        loopback                                | headers: 3x32B     | w.yaml:3:10: headers: 3x32B (expected: none, since loopback has no headers)
        io.twohop.testing.lying.LyingProvider   | headers: 3x32B     | w.yaml:3:10: headers: 3x32B (expected: none, since io.twohop.testing.lying.LyingProvider has no headers)
        """)
    void shouldRefuseWhatATransportCannotSend(String transport, String line, String error) {
        assertThatThrownBy(() -> check(transport, line))
                .isInstanceOf(ConfigException.class)
                .hasMessage(error);
    }

    @Test
    void shouldTakeWhatItCan() {
        assertThatCode(() -> check("loopback", "")).doesNotThrowAnyException();
        assertThatCode(() -> check("loopback", "subscribers: [1, 64]")).doesNotThrowAnyException();
        assertThatCode(() -> check(Alone.class.getName(), "subscribers: 1")).doesNotThrowAnyException();
        assertThatCode(() -> check("io.twohop.testing.lying.LyingProvider", "keys: {count: 10}"))
                .doesNotThrowAnyException();
    }
}
