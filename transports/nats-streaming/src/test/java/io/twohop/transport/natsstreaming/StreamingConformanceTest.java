package io.twohop.transport.natsstreaming;

import io.twohop.config.YamlDocument;
import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Against the real, retired server. */
@Tag("one-jdk")
class StreamingConformanceTest {
    /** The skipped tests then say why. */
    @BeforeAll
    static void shouldHaveAServer() {
        Optional<String> why = StreamingServer.unavailable();
        Assumptions.assumeTrue(why.isEmpty(), () -> "NATS Streaming cannot be tested here: " + why.orElseThrow());
    }

    private abstract static class Kit extends TransportConformance<StreamingConfig> {
        @Override
        protected String[] libraries() {
            return new String[] {"java-nats-streaming", "jnats", "nats-streaming-server"};
        }

        @Override
        protected TransportProvider<StreamingConfig> provider() {
            return new StreamingProvider();
        }

        @Override
        protected StreamingConfig config() {
            return YamlDocument.parse("test.yaml", yaml() + "\nmaxUnacknowledged: 20000")
                    .bind(StreamingConfig.class);
        }

        abstract String yaml();
    }

    @Tag("exhaustive")
    @Nested
    class InMemory extends Kit {
        @Override
        String yaml() {
            return "store: memory";
        }
    }

    @Nested
    class InFiles extends Kit {
        @Override
        String yaml() {
            return "store: file\nsync: false";
        }
    }

    @Tag("exhaustive")
    @Nested
    class InSyncedFiles extends Kit {
        @Override
        String yaml() {
            return "store: file";
        }
    }
}
