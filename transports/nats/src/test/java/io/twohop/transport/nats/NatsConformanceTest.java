package io.twohop.transport.nats;

import io.twohop.config.YamlDocument;
import io.twohop.transport.TransportConformance;
import io.twohop.transport.TransportProvider;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Against real servers: each test's own, or those of all tests. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class NatsConformanceTest {
    private abstract static class Kit extends TransportConformance<NatsConfig> {
        @Override
        protected String[] libraries() {
            return new String[] {"jnats", "nats-server"};
        }

        @Override
        protected TransportProvider<NatsConfig> provider() {
            return new NatsProvider();
        }

        @Override
        protected NatsConfig config() {
            return YamlDocument.parse("test.yaml", yaml()).bind(NatsConfig.class);
        }

        abstract String yaml();
    }

    @Nested
    class Core extends Kit {
        @Override
        String yaml() {
            return "mode: core";
        }
    }

    @Nested
    class PullFromMemory extends Kit {
        @Override
        String yaml() {
            return SharedNats.alone() + "mode: jetstream\nconsumerOptions: { max_ack_pending: 20000 }";
        }
    }

    @Tag("exhaustive")
    @Nested
    class PushFromFile extends Kit {
        @Override
        String yaml() {
            return SharedNats.alone()
                    + "mode: jetstream\nstorage: file\nconsumer: push\nconsumerOptions: { max_ack_pending: 20000 }";
        }
    }

    @Tag("exhaustive")
    @Nested
    class OrderedWithIds extends Kit {
        @Override
        String yaml() {
            return "mode: jetstream\nconsumer: ordered\ndeduplicate: true";
        }
    }

    @Tag("exhaustive")
    @Nested
    class WaitingForEachAcknowledgement extends Kit {
        @Override
        String yaml() {
            return "mode: jetstream\nstorage: file\nsync: always\npublish: sync";
        }
    }

    @Tag("one-jdk")
    @Nested
    class OnThreeServers extends Kit {
        @Override
        String yaml() {
            // A request for messages that meets a change of leaders is not answered: ask again soon.
            return SharedNats.three() + "mode: jetstream\nreplicas: 3\nexpires: 1s";
        }
    }
}
